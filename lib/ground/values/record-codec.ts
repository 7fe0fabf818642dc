import { ledgerError } from "../errors/ledger-error.ts";
import type { CodecParts, CodecPartsOf } from "./codec.ts";
import { none, populatedLength, record } from "./constructors.ts";
import { isInherited, isJsonObject, type JsonObject, setJsonProperty } from "./json-object.ts";
import type { RecordShape, Shape } from "./shape.ts";
import type { RecordValue, Value } from "./value.ts";
import { assertKind, locate, mismatch, nestingError, unexpectedJson } from "./value-error.ts";

interface FieldCodec extends CodecParts {
  readonly name: string;
  /** The field may be missing. */
  readonly isOptional: boolean;
  readonly isInherited: boolean;
}

/** An object with one key per field; unknown keys are refused unless their value is null. */
export const recordCodec = (shape: RecordShape, partsOf: CodecPartsOf): CodecParts => {
  let prepared: readonly FieldCodec[] | undefined;
  let shortest: number | undefined;
  // At first use, because a recursive type has itself among its parts.
  const fieldsOf = (): readonly FieldCodec[] =>
    (prepared ??= shape.fields.map(({ name, shape: of }) => ({
      name,
      isOptional: of.kind === "optional",
      isInherited: isInherited(name),
      ...partsOf(of),
    })));
  return {
    decode(json, room) {
      if (!isJsonObject(json)) {
        throw unexpectedJson(`an object with the fields of ${shape.qualifiedName}`, json);
      }
      return decodeRecord(shape, fieldsOf(), json, room);
    },
    encode(value) {
      assertKind("record", value);
      shortest ??= 1 + shape.fields.findLastIndex((field) => isBracketed(field.shape));
      return encodeRecord(fieldsOf(), shortest, value);
    },
  };
};

/** Optionals within Optionals are written as arrays. */
const isBracketed = (shape: Shape): boolean =>
  shape.kind === "optional" && shape.element.kind === "optional";

const decodeRecord = (
  shape: RecordShape,
  fields: readonly FieldCodec[],
  json: JsonObject,
  room: number,
): Value => {
  // Of just the right size: it is kept as long as the journal.
  const values = new Array<Value>(fields.length);
  let index = 0;
  let present = 0;
  for (const field of fields) {
    const found = property(json, field);
    if (found !== undefined) {
      present++;
      values[index++] = decodeField(field, found, room);
    } else if (field.isOptional) {
      values[index++] = none;
    } else {
      throw missingFields(shape, fields, json);
    }
  }
  if (present !== Object.keys(json).length) refuseUnknownFields(shape, json);
  return record(values);
};

const property = (json: JsonObject, { name, isInherited }: FieldCodec): unknown =>
  isInherited && !Object.hasOwn(json, name) ? undefined : json[name];

const decodeField = (field: FieldCodec, json: unknown, room: number): Value => {
  if (room <= 0) throw nestingError();
  try {
    return field.decode(json, room - 1);
  } catch (error) {
    throw locate(field.name, error);
  }
};

const missingFields = (shape: RecordShape, fields: readonly FieldCodec[], json: JsonObject) => {
  const missing = fields
    .filter((field) => !field.isOptional && property(json, field) === undefined)
    .map(({ name }) => name);
  return ledgerError("COMMAND_PREPROCESSING_FAILED", {
    cause:
      `The JSON does not match the type ${shape.id}: ` +
      `missing ${missing.length === 1 ? "field" : "fields"} ${missing.join(", ")}.`,
  });
};

/** INVALID_ARGUMENT if a key that is no field of the record has a value. */
const refuseUnknownFields = (shape: RecordShape, json: JsonObject): void => {
  const names = shape.fields.map(({ name }) => name);
  const expected = new Set(names);
  const unknown = Object.entries(json)
    .filter(([name, value]) => value !== null && value !== undefined && !expected.has(name))
    .map(([name]) => name);
  if (unknown.length === 0) return;
  throw ledgerError("INVALID_ARGUMENT", {
    cause:
      `Unexpected fields ${unknown.slice(0, 10).join(", ")}: ` +
      `the fields of ${shape.qualifiedName} are ${names.join(", ") || "none"}.`,
  });
};

/**
 * Trailing fields that would be null are left out. A nested Optional that is None is `[]` and stays:
 * readers take a missing field for null, which is no nested Optional.
 */
const encodeRecord = (
  fields: readonly FieldCodec[],
  shortest: number,
  value: RecordValue,
): unknown => {
  if (value.fields.length > fields.length) throw mismatch("a record with fewer fields", value);
  const json: Record<string, unknown> = {};
  const length = Math.max(populatedLength(value.fields), shortest);
  for (let index = 0; index < length; index++) {
    const field = fields[index];
    if (field !== undefined) {
      setJsonProperty(json, field.name, field.encode(value.fields[index] ?? none));
    }
  }
  return json;
};
