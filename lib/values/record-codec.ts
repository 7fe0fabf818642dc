import { ledgerError } from "../errors/ledger-error.ts";
import type { CodecParts, CodecPartsOf } from "./codec.ts";
import { none, populatedLength, record } from "./constructors.ts";
import { isInherited, isJsonObject, setJsonProperty, type JsonObject } from "./json-object.ts";
import type { RecordShape } from "./shape.ts";
import { assertKind, locate, mismatch, nestingError, unexpectedJson } from "./value-error.ts";
import type { Value } from "./value.ts";

interface FieldCodec extends CodecParts {
  readonly name: string;
  /** The field may be missing. */
  readonly isOptional: boolean;
  readonly isInherited: boolean;
}

/** An object with one key per field; unknown keys are refused unless their value is null. */
export const recordCodec = (shape: RecordShape, partsOf: CodecPartsOf): CodecParts => {
  let prepared: readonly FieldCodec[] | undefined;
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
    encode: (value) => encodeRecord(fieldsOf(), value),
  };
};

const decodeRecord = (
  shape: RecordShape,
  fields: readonly FieldCodec[],
  json: JsonObject,
  room: number,
): Value => {
  const values: Value[] = [];
  let present = 0;
  for (const field of fields) {
    const found = property(json, field);
    if (found !== undefined) {
      present++;
      values.push(decodeField(field, found, room));
    } else if (field.isOptional) values.push(none);
    else throw missingFields(shape, fields, json);
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

const encodeRecord = (fields: readonly FieldCodec[], value: Value): unknown => {
  assertKind("record", value);
  if (value.fields.length > fields.length) throw mismatch("a record with fewer fields", value);
  const json: Record<string, unknown> = {};
  const populated = populatedLength(value.fields);
  let index = 0;
  for (const field of value.fields) {
    const codec = fields[index++];
    if (codec === undefined || index > populated) break;
    setJsonProperty(json, codec.name, codec.encode(field));
  }
  return json;
};
