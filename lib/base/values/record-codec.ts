import type { ValueCodecFunctions, ValueCodecFunctionsLookup } from "./codec.ts";
import { countWithoutTrailingNones, createRecordValue, none } from "./constructors.ts";
import {
  createMissingFieldsError,
  createWrongJsonKindError,
  nestedTooDeeplyError,
  refusedByJsonLayerErrorWithCause,
} from "./json-error.ts";
import {
  isInheritedPropertyName,
  isJsonObject,
  type JsonObject,
  setJsonProperty,
} from "./json-object.ts";
import { isNestedOptional, type RecordShape } from "./shape.ts";
import type { RecordValue, Value } from "./value.ts";
import {
  assertValueKind,
  createValueKindMismatchError,
  prependPathIfLedgerError,
} from "./value-error.ts";

interface FieldCodec extends ValueCodecFunctions {
  readonly name: string;
  /** True if the field may be missing. Missing means the same as null. */
  readonly isOptional: boolean;
  /** True if null means None, which holds except for nested Optionals. */
  readonly isPlainOptional: boolean;
  /** True if null may stand for Some None as well. */
  readonly mayHideSome: boolean;
  readonly isInherited: boolean;
}

/**
 * Returns the codec of a record: an object with one key per field. Refuses unknown keys unless
 * their value is null.
 */
export const createRecordCodec = (
  shape: RecordShape,
  partsOf: ValueCodecFunctionsLookup,
): ValueCodecFunctions => {
  let prepared: readonly FieldCodec[] | undefined;
  let shortest: number | undefined;
  // Create the codecs at first use, because a recursive type contains itself.
  const fieldsOf = (): readonly FieldCodec[] =>
    (prepared ??= shape.fields.map(({ name, shape: of }) => ({
      name,
      isOptional: of.kind === "optional",
      isPlainOptional: of.kind === "optional" && !isNestedOptional(of),
      mayHideSome: of.kind === "optional" && of.isOfParameter === true,
      isInherited: isInheritedPropertyName(name),
      ...partsOf(of),
    })));
  return {
    decode(json, room) {
      if (!isJsonObject(json)) {
        throw createWrongJsonKindError(
          "Obj",
          `an object with the fields of ${shape.qualifiedName}`,
          json,
        );
      }
      return decodeRecord(shape, fieldsOf(), json, room);
    },
    encode(value) {
      assertValueKind("record", value);
      shortest ??= 1 + shape.fields.findLastIndex((field) => isNestedOptional(field.shape));
      return encodeRecord(fieldsOf(), shortest, value);
    },
  };
};

const decodeRecord = (
  shape: RecordShape,
  fields: readonly FieldCodec[],
  json: JsonObject,
  room: number,
): Value => {
  // Allocate exactly this length, because the ledger keeps the array in memory.
  const values = new Array<Value>(fields.length);
  let index = 0;
  let present = 0;
  for (const field of fields) {
    const found = readFieldProperty(json, field);
    if (found !== undefined) {
      present++;
    } else if (field.isPlainOptional) {
      values[index++] = none;
      continue;
    } else if (!field.isOptional) {
      checkNames(shape, fields, json);
    }
    try {
      values[index++] = decodeField(field, found ?? null, room);
    } catch (error) {
      // Report unknown and missing fields before faults in the values of fields.
      checkNames(shape, fields, json);
      throw prependPathIfLedgerError(field.name, error);
    }
  }
  if (present !== Object.keys(json).length) refuseUnknownFields(shape, json);
  return createRecordValue(values);
};

/** Raises COMMAND_PREPROCESSING_FAILED for missing fields and INVALID_ARGUMENT for unknown ones. */
const checkNames = (shape: RecordShape, fields: readonly FieldCodec[], json: JsonObject): void => {
  const missing = fields
    .filter((field) => !field.isOptional && readFieldProperty(json, field) === undefined)
    .map(({ name }) => name);
  if (missing.length > 0) throw missingRecordFieldsError(shape, missing);
  refuseUnknownFields(shape, json);
};

const readFieldProperty = (json: JsonObject, { name, isInherited }: FieldCodec): unknown =>
  isInherited && !Object.hasOwn(json, name) ? undefined : json[name];

const decodeField = (field: FieldCodec, json: unknown, room: number): Value => {
  if (room <= 0) throw nestedTooDeeplyError();
  return field.decode(json, room - 1);
};

const missingRecordFieldsError = ({ qualifiedName }: RecordShape, missing: readonly string[]) => {
  const fields = `${missing.length === 1 ? "field" : "fields"} ${missing.join(", ")}`;
  return createMissingFieldsError(
    `Missing non-optional fields: Set(${missing.join(", ")})`,
    `an object with the ${fields} of ${qualifiedName}`,
  );
};

/** Raises INVALID_ARGUMENT if a key that is not a field of the record has a value. */
const refuseUnknownFields = (shape: RecordShape, json: JsonObject): void => {
  const names = shape.fields.map(({ name }) => name);
  const expected = new Set(names);
  const unknown = Object.entries(json)
    .filter(([name, value]) => value !== null && value !== undefined && !expected.has(name))
    .map(([name]) => name);
  if (unknown.length === 0) return;
  throw refusedByJsonLayerErrorWithCause(
    `Unexpected fields ${unknown.slice(0, 10).join(", ")}: ` +
      `the fields of ${shape.qualifiedName} are ${names.join(", ") || "none"}.`,
  );
};

/**
 * Encodes a record, and omits fields at the end that would be null. A nested Optional that is None
 * is written as `[]`, because readers take a missing field as null, which is not valid for a nested
 * Optional.
 */
const encodeRecord = (
  fields: readonly FieldCodec[],
  shortest: number,
  value: RecordValue,
): unknown => {
  if (value.fields.length > fields.length) {
    throw createValueKindMismatchError("a record with fewer fields", value);
  }
  const json: Record<string, unknown> = {};
  let length = Math.max(countWithoutTrailingNones(value.fields), shortest);
  while (length > shortest && isWrittenNull(fields[length - 1], value.fields[length - 1])) length--;
  for (let index = 0; index < length; index++) {
    const field = fields[index];
    if (field !== undefined) {
      setJsonProperty(json, field.name, field.encode(value.fields[index] ?? none));
    }
  }
  return json;
};

const isWrittenNull = (field: FieldCodec | undefined, value: Value | undefined): boolean =>
  value === undefined ||
  (value.kind === "optional" && value.value === undefined) ||
  (field?.mayHideSome === true && field.encode(value) === null);
