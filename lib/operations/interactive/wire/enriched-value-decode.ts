import type { BinaryReader } from "@bufbuild/protobuf/wire";

import { contractIdGrammar, partyIdGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import { valueNestingError } from "../../../base/values/value-error.ts";
import {
  computeFixed64FieldTag,
  computeLengthDelimitedFieldTag,
  computeVarintFieldTag,
  createMalformedBytesError,
} from "../../../base/values/wire-message.ts";
import type { EnrichedRecordField, EnrichedValue } from "./enriched-value.ts";
import {
  readIdentifierMessage,
  readProtobufMessage,
  requireMessagePart,
  requireTextMatchesGrammar,
} from "./wire-fields.ts";

/**
 * Reads the message `com.daml.ledger.api.v2.Value`, which may be nested `room` levels deep. Does
 * not check that the value has the right type; its conversion to a ledger value does. Raises
 * INVALID_ARGUMENT, VALUE_NESTING.
 */
export const decodeEnrichedValue = (bytes: Uint8Array, room: number): EnrichedValue => {
  if (room < 0) throw valueNestingError();
  let value: EnrichedValue | undefined;
  readProtobufMessage(bytes, (tag, reader) => {
    const found = readScalar(tag, reader) ?? readCompound(tag, reader, room - 1);
    if (found === undefined) return false;
    value = found;
    return true;
  });
  return requireMessagePart("a value", value);
};

const readScalar = (tag: number, reader: BinaryReader): EnrichedValue | undefined => {
  switch (tag) {
    case computeLengthDelimitedFieldTag(1):
      readProtobufMessage(reader.bytes(), () => false);
      return { kind: "unit" };
    case computeVarintFieldTag(2):
      return { kind: "bool", value: reader.bool() };
    case computeVarintFieldTag(3):
      return { kind: "int64", value: BigInt(reader.sint64()) };
    case computeVarintFieldTag(4):
      return { kind: "date", days: reader.int32() };
    case computeFixed64FieldTag(5):
      return { kind: "timestamp", micros: BigInt(reader.sfixed64()) };
    case computeLengthDelimitedFieldTag(6):
      return { kind: "numeric", text: reader.string(true) };
    case computeLengthDelimitedFieldTag(7):
      return {
        kind: "party",
        value: requireTextMatchesGrammar(partyIdGrammar, reader.string(true)),
      };
    case computeLengthDelimitedFieldTag(8):
      return { kind: "text", value: reader.string(true) };
    case computeLengthDelimitedFieldTag(9):
      return {
        kind: "contractId",
        value: requireTextMatchesGrammar(contractIdGrammar, reader.string(true)),
      };
    default:
      return undefined;
  }
};

const readCompound = (
  tag: number,
  reader: BinaryReader,
  room: number,
): EnrichedValue | undefined => {
  switch (tag) {
    case computeLengthDelimitedFieldTag(10):
      return readOptional(reader.bytes(), room);
    case computeLengthDelimitedFieldTag(11):
      return { kind: "list", elements: readList(reader.bytes(), room) };
    case computeLengthDelimitedFieldTag(12):
      return { kind: "textMap", entries: readTextMap(reader.bytes(), room) };
    case computeLengthDelimitedFieldTag(13):
      return { kind: "genMap", entries: readGenMap(reader.bytes(), room) };
    case computeLengthDelimitedFieldTag(14):
      return readRecord(reader.bytes(), room);
    case computeLengthDelimitedFieldTag(15):
      return readVariant(reader.bytes(), room);
    case computeLengthDelimitedFieldTag(16):
      return readEnum(reader.bytes());
    default:
      return undefined;
  }
};

/** Calls `take` for each item of a container. Items are field 1 of its message, repeated. */
const visitContainerItems = (bytes: Uint8Array, take: (item: Uint8Array) => void): void =>
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag !== computeLengthDelimitedFieldTag(1)) return false;
    take(reader.bytes());
    return true;
  });

const readOptional = (bytes: Uint8Array, room: number): EnrichedValue => {
  let value: EnrichedValue | undefined;
  visitContainerItems(bytes, (item) => {
    value = decodeEnrichedValue(item, room);
  });
  return value === undefined ? { kind: "optional" } : { kind: "optional", value };
};

const readList = (bytes: Uint8Array, room: number): readonly EnrichedValue[] => {
  const elements: EnrichedValue[] = [];
  visitContainerItems(bytes, (item) => elements.push(decodeEnrichedValue(item, room)));
  return elements;
};

const readTextMap = (
  bytes: Uint8Array,
  room: number,
): readonly (readonly [string, EnrichedValue])[] => {
  const entries: (readonly [string, EnrichedValue])[] = [];
  visitContainerItems(bytes, (item) => {
    const { name, value } = readEntry(item, { name: 1, value: 2 }, room);
    entries.push([name, requireMessagePart("the value of an entry", value)]);
  });
  return entries;
};

const readGenMap = (
  bytes: Uint8Array,
  room: number,
): readonly (readonly [EnrichedValue, EnrichedValue])[] => {
  const entries: (readonly [EnrichedValue, EnrichedValue])[] = [];
  visitContainerItems(bytes, (item) => {
    const { key, value } = readEntry(item, { key: 1, value: 2 }, room);
    entries.push([
      requireMessagePart("the key of an entry", key),
      requireMessagePart("the value of an entry", value),
    ]);
  });
  return entries;
};

const readRecord = (bytes: Uint8Array, room: number): EnrichedValue => {
  let id: TypeId | undefined;
  const fields: EnrichedRecordField[] = [];
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      id = readIdentifierMessage(reader.bytes());
    } else if (tag === computeLengthDelimitedFieldTag(2)) {
      fields.push(readField(reader.bytes(), room));
    } else {
      return false;
    }
    return true;
  });
  return { kind: "record", fields, ...(id === undefined ? {} : { id }) };
};

const readField = (bytes: Uint8Array, room: number): EnrichedRecordField => {
  const { name, value } = readEntry(bytes, { name: 1, value: 2 }, room);
  return { label: name, value: requireMessagePart("the value of a field", value) };
};

const readVariant = (bytes: Uint8Array, room: number): EnrichedValue => {
  const { id, name, value } = readEntry(bytes, { id: 1, name: 2, value: 3 }, room);
  return {
    kind: "variant",
    constructor: requireConstructor(name),
    value: requireMessagePart("the value of a variant", value),
    ...(id === undefined ? {} : { id }),
  };
};

const readEnum = (bytes: Uint8Array): EnrichedValue => {
  const { id, name } = readEntry(bytes, { id: 1, name: 2 }, 0);
  return {
    kind: "enum",
    constructor: requireConstructor(name),
    ...(id === undefined ? {} : { id }),
  };
};

const requireConstructor = (constructor: string): string => {
  if (constructor === "") throw createMalformedBytesError("the name of a constructor is missing");
  return constructor;
};

interface ValueEntry {
  id?: TypeId;
  key?: EnrichedValue;
  name: string;
  value?: EnrichedValue;
}

/**
 * Reads a message that consists of a value and its name, key or type id. `numbers` are the numbers
 * of the message's fields.
 */
const readEntry = (
  bytes: Uint8Array,
  numbers: { readonly [Part in keyof ValueEntry]?: number },
  room: number,
): ValueEntry => {
  const entry: ValueEntry = { name: "" };
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(numbers.value ?? 0)) {
      entry.value = decodeEnrichedValue(reader.bytes(), room);
    } else if (tag === computeLengthDelimitedFieldTag(numbers.key ?? 0)) {
      entry.key = decodeEnrichedValue(reader.bytes(), room);
    } else if (tag === computeLengthDelimitedFieldTag(numbers.name ?? 0)) {
      entry.name = reader.string(true);
    } else if (tag === computeLengthDelimitedFieldTag(numbers.id ?? 0)) {
      entry.id = readIdentifierMessage(reader.bytes());
    } else {
      return false;
    }
    return true;
  });
  return entry;
};
