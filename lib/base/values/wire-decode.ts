import type { BinaryReader } from "@bufbuild/protobuf/wire";
import { bytesToHex } from "@noble/hashes/utils.js";

import {
  contractIdGrammar,
  matchesGrammar,
  nameGrammar,
  partyIdGrammar,
} from "../identifiers/identifier-syntax.ts";
import {
  bool,
  contractId,
  date,
  enumValue,
  genMap,
  int64,
  list,
  none,
  party,
  record,
  some,
  text,
  textMap,
  timestamp,
  unit,
  variant,
} from "./constructors.ts";
import { parseCanonicalNumeric } from "./numeric.ts";
import { assertWellFormedText, compareText } from "./text.ts";
import { maxDays, maxMicros, minDays, minMicros } from "./time.ts";
import type { NumericValue, Value } from "./value.ts";
import { defaultMaxNesting, nestingError } from "./value-error.ts";
import { encodeValue } from "./wire-encode.ts";
import {
  fixed64Tag,
  lengthDelimitedTag,
  malformedBytesError,
  readMessageFields,
  varintTag,
} from "./wire-message.ts";

/**
 * Reads a value that `encodeValue` wrote. Returns it in normal form, except that generic maps are
 * not sorted, because the order of their keys depends on the type.
 *
 * Raises INVALID_ARGUMENT (also for unknown fields, duplicate keys and numbers out of range),
 * MALFORMED_TEXT, VALUE_NESTING.
 */
export const decodeValue = (bytes: Uint8Array, maxNesting: number = defaultMaxNesting): Value =>
  readValue(bytes, maxNesting);

const readValue = (bytes: Uint8Array, room: number): Value => {
  if (room < 0) throw nestingError();
  let value: Value | undefined;
  readMessageFields(bytes, (tag, reader) => {
    if (value !== undefined) return false;
    value = readCase(tag, reader, room);
    return value !== undefined;
  });
  return requireValue(value);
};

const requireValue = (value: Value | undefined): Value => {
  if (value === undefined) throw malformedBytesError("a value is missing");
  return value;
};

/** Reads one case of the protobuf `oneof`. Returns undefined for an unknown case. */
const readCase = (tag: number, reader: BinaryReader, room: number): Value | undefined => {
  switch (tag) {
    case lengthDelimitedTag(1):
      readMessageFields(reader.bytes(), () => false);
      return unit;
    case varintTag(2):
      return bool(reader.bool());
    case varintTag(3):
      return int64(BigInt(reader.sint64()));
    case varintTag(4):
      return date(requireDateRange(reader.int32(), minDays, maxDays));
    case fixed64Tag(5):
      return timestamp(requireDateRange(BigInt(reader.sfixed64()), minMicros, maxMicros));
    case lengthDelimitedTag(6):
      return readNumeric(reader.string(true));
    case lengthDelimitedTag(7):
      return party(requireMatchingText(partyIdGrammar, reader.string(true)));
    case lengthDelimitedTag(8):
      return text(readText(reader));
    case lengthDelimitedTag(9):
      return contractId(requireMatchingText(contractIdGrammar, bytesToHex(reader.bytes())));
    case lengthDelimitedTag(10):
      return readOptional(reader.bytes(), room);
    case lengthDelimitedTag(11):
      return readList(reader.bytes(), room);
    case lengthDelimitedTag(12):
      return readGenMap(reader.bytes(), room);
    case lengthDelimitedTag(13):
      return readRecord(reader.bytes(), room);
    case lengthDelimitedTag(14):
      return readVariant(reader.bytes(), room);
    case lengthDelimitedTag(15):
      return readEnum(reader.bytes());
    case lengthDelimitedTag(16):
      return readTextMap(reader.bytes(), room);
    default:
      return undefined;
  }
};

const requireDateRange = <T extends number | bigint>(number: T, min: T, max: T): T => {
  if (number < min || number > max) {
    throw malformedBytesError("a date is outside the years 0001 to 9999");
  }
  return number;
};

const requireMatchingText = (
  grammar: Parameters<typeof matchesGrammar>[0],
  written: string,
): string => {
  if (!matchesGrammar(grammar, written)) {
    throw malformedBytesError(`${JSON.stringify(written)} is not a valid ${grammar.name}`);
  }
  return written;
};

/** Reads a Numeric. Its scale is the number of fraction digits. */
const readNumeric = (written: string): NumericValue => {
  const value = parseCanonicalNumeric(written);
  if (value === undefined) throw malformedBytesError("a Numeric is not in canonical form");
  return value;
};

const readText = (reader: BinaryReader): string => {
  const written = reader.string(true);
  assertWellFormedText(written);
  return written;
};

const readOptional = (bytes: Uint8Array, room: number): Value => {
  let value: Value | undefined;
  readMessageFields(bytes, (tag, reader) => {
    if (tag !== lengthDelimitedTag(1) || value !== undefined) return false;
    value = readValue(reader.bytes(), room - 1);
    return true;
  });
  return value === undefined ? none : some(value);
};

const readList = (bytes: Uint8Array, room: number): Value => {
  const elements: Value[] = [];
  readMessageFields(bytes, (tag, reader) => {
    if (tag !== lengthDelimitedTag(1)) return false;
    elements.push(readValue(reader.bytes(), room - 1));
    return true;
  });
  return list(elements);
};

const readRecord = (bytes: Uint8Array, room: number): Value => {
  const fields: Value[] = [];
  readMessageFields(bytes, (tag, reader) => {
    if (tag !== lengthDelimitedTag(1)) return false;
    const { value } = readParts(reader.bytes(), { key: 0, value: 1 }, room);
    fields.push(requireValue(value));
    return true;
  });
  return record(fields);
};

const readGenMap = (bytes: Uint8Array, room: number): Value => {
  const entries: (readonly [Value, Value])[] = [];
  const keys = new Set<string>();
  readMessageFields(bytes, (tag, reader) => {
    if (tag !== lengthDelimitedTag(1)) return false;
    const { key, value } = readParts(reader.bytes(), { key: 1, value: 2 }, room);
    entries.push([requireValue(key), requireValue(value)]);
    addKey(keys, bytesToHex(encodeValue(requireValue(key))));
    return true;
  });
  return genMap(entries);
};

const readTextMap = (bytes: Uint8Array, room: number): Value => {
  const entries: (readonly [string, Value])[] = [];
  const keys = new Set<string>();
  readMessageFields(bytes, (tag, reader) => {
    if (tag !== lengthDelimitedTag(1)) return false;
    const { name = "", value } = readParts(reader.bytes(), { name: 1, value: 2 }, room);
    entries.push([name, requireValue(value)]);
    addKey(keys, name);
    return true;
  });
  return textMap(entries.sort(([left], [right]) => compareText(left, right)));
};

const addKey = (keys: Set<string>, key: string): void => {
  if (keys.has(key)) throw malformedBytesError("a key occurs twice in a map");
  keys.add(key);
};

const readVariant = (bytes: Uint8Array, room: number): Value => {
  const { name = "", value } = readParts(bytes, { name: 1, value: 2 }, room);
  return variant(requireMatchingText(nameGrammar, name), requireValue(value));
};

const readEnum = (bytes: Uint8Array): Value => {
  const { name = "" } = readParts(bytes, { name: 1 }, 0);
  return enumValue(requireMatchingText(nameGrammar, name));
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
  readMessageFields(bytes, (tag, reader) => {
    if (tag === lengthDelimitedTag(numbers.value ?? 0) && parts.value === undefined) {
      parts.value = readValue(reader.bytes(), room - 1);
    } else if (tag === lengthDelimitedTag(numbers.key ?? 0) && parts.key === undefined) {
      parts.key = readValue(reader.bytes(), room - 1);
    } else if (tag === lengthDelimitedTag(numbers.name ?? 0) && parts.name === undefined) {
      parts.name = readText(reader);
    } else {
      return false;
    }
    return true;
  });
  return parts;
};
