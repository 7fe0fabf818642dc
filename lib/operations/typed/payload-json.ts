import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import type { Codec } from "../../base/values/codec.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/values/json-object.ts";
import type { Field, Type } from "../../base/values/type.ts";
import { prependPathIfLedgerError } from "../../base/values/value-error.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import { encodeValueAsJson } from "../../contracts/templates/types/commands.ts";
import type { Fields } from "../../contracts/templates/types/descriptor.ts";
import type { ReadableContractType } from "./type-names.ts";

/** The fields of a payload or view, as JSON in the form that the ledger writes. */
export type PayloadFieldsJson = Readonly<Record<string, JsonValue>>;

/**
 * Converts fields of a template's payload or an interface's view, which a program wrote, to JSON.
 * Raises INVALID_ARGUMENT for an unknown field, and for a value that does not fit.
 */
export const encodePayloadFields = <Name extends string, F extends Fields>(
  of: ReadableContractType<Name, F>,
  input: JsonObject,
): PayloadFieldsJson => {
  const { fields } = "payload" in of ? of.payload : of.view;
  const json = Object.entries(input).map(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) throw unknownField(name, Object.keys(fields));
    return [name, encodeValueAsJson(name, field, value)];
  });
  return Object.fromEntries(json) as PayloadFieldsJson;
};

/**
 * Like {@link encodePayloadFields}, but for values that are already JSON, possibly in another form than the
 * ledger writes, such as `10` or `"10"` instead of `"10.0"`.
 */
export const normalizePayloadFieldsJson = (
  type: Type,
  input: JsonObject,
  packages: PackageRegistry,
): PayloadFieldsJson => {
  const fields = getRecordFields(type, packages);
  const json = Object.entries(input).map(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) {
      throw unknownField(
        name,
        fields.map((each) => each.name),
      );
    }
    return [name, normalizeJson(name, value, packages.codec(field.type))];
  });
  return Object.fromEntries(json) as PayloadFieldsJson;
};

const normalizeJson = (name: string, json: unknown, codec: Codec): unknown => {
  try {
    return codec.encode(codec.decode(convertNumbersToText(json)));
  } catch (error) {
    throw prependPathIfLedgerError(name, error);
  }
};

/** Converts numbers, which programs may write, to texts, which the ledger writes. */
const convertNumbersToText = (json: unknown): unknown => {
  if (typeof json === "number" || typeof json === "bigint") return String(json);
  if (Array.isArray(json)) return json.map(convertNumbersToText);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, convertNumbersToText(value)]),
  );
};

const getRecordFields = (type: Type, packages: PackageRegistry): readonly Field[] => {
  const definition = type.kind === "named" ? packages.definitions(type.id) : undefined;
  return definition?.kind === "record" ? definition.fields : [];
};

const unknownField = (name: string, known: readonly string[]): Error =>
  createInvalidArgumentError({ field: name, expected: `one of the fields ${known.join(", ")}` });
