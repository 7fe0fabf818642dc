import type { Micros, Party, TypeId } from "../../../base/identifiers/identifiers.ts";
import { createEngineFaultError } from "../../transaction/interpretation-error.ts";
import {
  requireBoolValue,
  requireInt64Value,
  requireListValue,
  requireOptionalValue,
  requireRecordValue,
  requireTextValue,
  requireValueKind,
} from "../runtime/as-kind.ts";
import { collectListElements, type RuntimeValue } from "../runtime/runtime-value.ts";

// Readers of the payload of a question. Fields are found by name: later libraries added fields to the same
// version of a question, so their positions differ (daml-script.md 2.3).

/** Returns the field with one of these names; undefined if the library does not have it yet. */
export const readOptionalRecordField = (
  record: RuntimeValue | undefined,
  ...names: readonly string[]
): RuntimeValue | undefined => {
  const { shape, fields } = requireRecordValue(record);
  const index = shape.names.findIndex((name) => names.includes(name));
  return fields[index];
};

/** Returns a field that every library has. */
export const readRequiredRecordField = (
  record: RuntimeValue | undefined,
  ...names: readonly string[]
): RuntimeValue => {
  const found = readOptionalRecordField(record, ...names);
  if (found !== undefined) return found;
  const { shape } = requireRecordValue(record);
  throw createEngineFaultError(
    `${shape.typeId} has no field ${names.join(" or ")}: an unknown script library`,
  );
};

/** Returns the content of a Daml newtype, which is a record with a single field. */
export const unwrapNewtype = (record: RuntimeValue | undefined): RuntimeValue => {
  const [only] = requireRecordValue(record).fields;
  if (only === undefined) throw createEngineFaultError("a newtype record has no field");
  return only;
};

export const readTextValue = (value: RuntimeValue): string => requireTextValue(value);
export const readBoolValue = (value: RuntimeValue): boolean => requireBoolValue(value);
export const readIntValue = (value: RuntimeValue): bigint => requireInt64Value(value);
export const readPartyValue = (value: RuntimeValue): Party =>
  requireValueKind("party", value).value;
export const readTimeValue = (value: RuntimeValue): Micros =>
  requireValueKind("timestamp", value).micros;
export const readContractIdValue = (value: RuntimeValue): string =>
  requireValueKind("contractId", value).value;

export const readListElements = <T>(
  value: RuntimeValue,
  read: (each: RuntimeValue) => T,
): readonly T[] => collectListElements(requireListValue(value)).map(read);

/** Returns undefined for None, and for a field that the library lacks. */
export const readOptionalValue = <T>(
  value: RuntimeValue | undefined,
  read: (each: RuntimeValue) => T,
): T | undefined => {
  const inner = value === undefined ? undefined : requireOptionalValue(value).value;
  return inner === undefined ? undefined : read(inner);
};

/** Reads a list that has at least one element. */
export const readNonEmptyList = <T>(
  value: RuntimeValue,
  read: (each: RuntimeValue) => T,
): readonly T[] => [
  read(readRequiredRecordField(value, "hd")),
  ...readListElements(readRequiredRecordField(value, "tl"), read),
];

/** Returns the template or interface of a wrapped type representation. */
export const readTypeIdFromTypeRep = (rep: RuntimeValue): TypeId => {
  const { type } = requireValueKind("typeRep", unwrapNewtype(rep));
  if (type.kind === "constructor") return type.id;
  throw createEngineFaultError("a type representation is not of a template or interface");
};

/** Returns the constructor of a variant or enum. */
export const readVariantOrEnumConstructor = (value: RuntimeValue): string => {
  if (typeof value === "object" && (value.kind === "variant" || value.kind === "enum")) {
    return value.shape.names[value.rank] ?? "";
  }
  throw createEngineFaultError("a variant was expected in a question");
};

export const readVariantPayload = (value: RuntimeValue): RuntimeValue =>
  requireValueKind("variant", value).value;
