import type { BinaryReader } from "@bufbuild/protobuf/wire";
import { bytesToHex } from "@noble/hashes/utils.js";

import {
  contractIdGrammar,
  damlNameGrammar,
  matchesGrammar,
  partyIdGrammar,
} from "../identifiers/identifier-syntax.ts";
import {
  createBoolValue,
  createContractIdValue,
  createDateValue,
  createEnumValue,
  createGenMapValue,
  createInt64Value,
  createListValue,
  createPartyValue,
  createRecordValue,
  createSomeValue,
  createTextMapValue,
  createTextValue,
  createTimestampValue,
  createVariantValue,
  none,
  unit,
} from "./constructors.ts";
import { parseCanonicalNumeric } from "./numeric.ts";
import { assertWellFormedText, compareText } from "./text.ts";
import { maxDateInDays, maxTimestampMicros, minDateDays, minTimestampMicros } from "./time.ts";
import type { NumericValue, Value } from "./value.ts";
import { defaultMaxNesting, valueNestingError } from "./value-error.ts";
import { encodeValueAsProtobuf } from "./wire-encode.ts";
import {
  computeFixed64FieldTag,
  computeLengthDelimitedFieldTag,
  computeVarintFieldTag,
  createMalformedBytesError,
  readProtobufFields,
} from "./wire-message.ts";

/**
 * Reads a value that `encodeValueAsProtobuf` wrote. Returns it in normal form, except that generic maps are
 * not sorted, because the order of their keys depends on the type.
 *
 * Raises INVALID_ARGUMENT (also for unknown fields, duplicate keys and numbers out of range),
 * MALFORMED_TEXT, VALUE_NESTING.
 */
export const decodeValueFromProtobuf = (
  bytes: Uint8Array,
  maxNesting: number = defaultMaxNesting,
): Value => readValue(bytes, maxNesting);

const readValue = (bytes: Uint8Array, room: number): Value => {
  if (room < 0) throw valueNestingError();
  let value: Value | undefined;
  readProtobufFields(bytes, (tag, reader) => {
    if (value !== undefined) return false;
    value = readCase(tag, reader, room);
    return value !== undefined;
  });
  return requireValue(value);
};

const requireValue = (value: Value | undefined): Value => {
  if (value === undefined) throw createMalformedBytesError("a value is missing");
  return value;
};

/** Reads one case of the protobuf `oneof`. Returns undefined for an unknown case. */
const readCase = (tag: number, reader: BinaryReader, room: number): Value | undefined => {
  switch (tag) {
    case computeLengthDelimitedFieldTag(1):
      readProtobufFields(reader.bytes(), () => false);
      return unit;
    case computeVarintFieldTag(2):
      return createBoolValue(reader.bool());
    case computeVarintFieldTag(3):
      return createInt64Value(BigInt(reader.sint64()));
    case computeVarintFieldTag(4):
      return createDateValue(requireDateRange(reader.int32(), minDateDays, maxDateInDays));
    case computeFixed64FieldTag(5):
      return createTimestampValue(
        requireDateRange(BigInt(reader.sfixed64()), minTimestampMicros, maxTimestampMicros),
      );
    case computeLengthDelimitedFieldTag(6):
      return readNumeric(reader.string(true));
    case computeLengthDelimitedFieldTag(7):
      return createPartyValue(requireMatchingText(partyIdGrammar, reader.string(true)));
    case computeLengthDelimitedFieldTag(8):
      return createTextValue(readText(reader));
    case computeLengthDelimitedFieldTag(9):
      return createContractIdValue(
        requireMatchingText(contractIdGrammar, bytesToHex(reader.bytes())),
      );
    case computeLengthDelimitedFieldTag(10):
      return readOptional(reader.bytes(), room);
    case computeLengthDelimitedFieldTag(11):
      return readList(reader.bytes(), room);
    case computeLengthDelimitedFieldTag(12):
      return readGenMap(reader.bytes(), room);
    case computeLengthDelimitedFieldTag(13):
      return readRecord(reader.bytes(), room);
    case computeLengthDelimitedFieldTag(14):
      return readVariant(reader.bytes(), room);
    case computeLengthDelimitedFieldTag(15):
      return readEnum(reader.bytes());
    case computeLengthDelimitedFieldTag(16):
      return readTextMap(reader.bytes(), room);
    default:
      return undefined;
  }
};

const requireDateRange = <T extends number | bigint>(number: T, min: T, max: T): T => {
  if (number < min || number > max) {
    throw createMalformedBytesError("a date is outside the years 0001 to 9999");
  }
  return number;
};

const requireMatchingText = (
  grammar: Parameters<typeof matchesGrammar>[0],
  written: string,
): string => {
  if (!matchesGrammar(grammar, written)) {
    throw createMalformedBytesError(`${JSON.stringify(written)} is not a valid ${grammar.name}`);
  }
  return written;
};

/** Reads a Numeric. Its scale is the number of fraction digits. */
const readNumeric = (written: string): NumericValue => {
  const value = parseCanonicalNumeric(written);
  if (value === undefined) throw createMalformedBytesError("a Numeric is not in canonical form");
  return value;
};

const readText = (reader: BinaryReader): string => {
  const written = reader.string(true);
  assertWellFormedText(written);
  return written;
};

const readOptional = (bytes: Uint8Array, room: number): Value => {
  let value: Value | undefined;
  readProtobufFields(bytes, (tag, reader) => {
    if (tag !== computeLengthDelimitedFieldTag(1) || value !== undefined) return false;
    value = readValue(reader.bytes(), room - 1);
    return true;
  });
  return value === undefined ? none : createSomeValue(value);
};

const readList = (bytes: Uint8Array, room: number): Value => {
  const elements: Value[] = [];
  readProtobufFields(bytes, (tag, reader) => {
    if (tag !== computeLengthDelimitedFieldTag(1)) return false;
    elements.push(readValue(reader.bytes(), room - 1));
    return true;
  });
  return createListValue(elements);
};

const readRecord = (bytes: Uint8Array, room: number): Value => {
  const fields: Value[] = [];
  readProtobufFields(bytes, (tag, reader) => {
    if (tag !== computeLengthDelimitedFieldTag(1)) return false;
    const { value } = readParts(reader.bytes(), { key: 0, value: 1 }, room);
    fields.push(requireValue(value));
    return true;
  });
  return createRecordValue(fields);
};

const readGenMap = (bytes: Uint8Array, room: number): Value => {
  const entries: (readonly [Value, Value])[] = [];
  const keys = new Set<string>();
  readProtobufFields(bytes, (tag, reader) => {
    if (tag !== computeLengthDelimitedFieldTag(1)) return false;
    const { key, value } = readParts(reader.bytes(), { key: 1, value: 2 }, room);
    entries.push([requireValue(key), requireValue(value)]);
    addKey(keys, bytesToHex(encodeValueAsProtobuf(requireValue(key))));
    return true;
  });
  return createGenMapValue(entries);
};

const readTextMap = (bytes: Uint8Array, room: number): Value => {
  const entries: (readonly [string, Value])[] = [];
  const keys = new Set<string>();
  readProtobufFields(bytes, (tag, reader) => {
    if (tag !== computeLengthDelimitedFieldTag(1)) return false;
    const { name = "", value } = readParts(reader.bytes(), { name: 1, value: 2 }, room);
    entries.push([name, requireValue(value)]);
    addKey(keys, name);
    return true;
  });
  return createTextMapValue(entries.sort(([left], [right]) => compareText(left, right)));
};

const addKey = (keys: Set<string>, key: string): void => {
  if (keys.has(key)) throw createMalformedBytesError("a key occurs twice in a map");
  keys.add(key);
};

const readVariant = (bytes: Uint8Array, room: number): Value => {
  const { name = "", value } = readParts(bytes, { name: 1, value: 2 }, room);
  return createVariantValue(requireMatchingText(damlNameGrammar, name), requireValue(value));
};

const readEnum = (bytes: Uint8Array): Value => {
  const { name = "" } = readParts(bytes, { name: 1 }, 0);
  return createEnumValue(requireMatchingText(damlNameGrammar, name));
};

interface EntryParts {
  key?: Value;
  name?: string;
  value?: Value;
}

/**
 * Reads the fields of a message that has a value, a key or a name. `numbers` are the numbers of the
 * message's fields.
 */
const readParts = (
  bytes: Uint8Array,
  numbers: { readonly key?: number; readonly name?: number; readonly value?: number },
  room: number,
): EntryParts => {
  const parts: EntryParts = {};
  readProtobufFields(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(numbers.value ?? 0) && parts.value === undefined) {
      parts.value = readValue(reader.bytes(), room - 1);
    } else if (
      tag === computeLengthDelimitedFieldTag(numbers.key ?? 0) &&
      parts.key === undefined
    ) {
      parts.key = readValue(reader.bytes(), room - 1);
    } else if (
      tag === computeLengthDelimitedFieldTag(numbers.name ?? 0) &&
      parts.name === undefined
    ) {
      parts.name = readText(reader);
    } else {
      return false;
    }
    return true;
  });
  return parts;
};
