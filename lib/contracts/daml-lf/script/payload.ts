import type { Micros, Party, TypeId } from "../../../base/identifiers/identifiers.ts";
import { engineFaultError } from "../../transaction/interpretation-error.ts";
import { asBool, asInt, asKind, asList, asOptional, asRecord, asText } from "../runtime/as-kind.ts";
import { listElements, type RuntimeValue } from "../runtime/runtime-value.ts";

// Readers of the payload of a question. Fields are found by name: later libraries added fields to the same
// version of a question, so their positions differ (daml-script.md 2.3).

/** Returns the field with one of these names; undefined if the library does not have it yet. */
export const readOptionalField = (
  record: RuntimeValue | undefined,
  ...names: readonly string[]
): RuntimeValue | undefined => {
  const { shape, fields } = asRecord(record);
  const index = shape.names.findIndex((name) => names.includes(name));
  return fields[index];
};

/** Returns a field that every library has. */
export const readField = (
  record: RuntimeValue | undefined,
  ...names: readonly string[]
): RuntimeValue => {
  const found = readOptionalField(record, ...names);
  if (found !== undefined) return found;
  const { shape } = asRecord(record);
  throw engineFaultError(
    `${shape.typeId} has no field ${names.join(" or ")}: an unknown script library`,
  );
};

/** Returns the content of a Daml newtype, which is a record with a single field. */
export const unwrapNewtype = (record: RuntimeValue | undefined): RuntimeValue => {
  const [only] = asRecord(record).fields;
  if (only === undefined) throw engineFaultError("a newtype record has no field");
  return only;
};

export const readText = (value: RuntimeValue): string => asText(value);
export const readBool = (value: RuntimeValue): boolean => asBool(value);
export const readInt = (value: RuntimeValue): bigint => asInt(value);
export const readParty = (value: RuntimeValue): Party => asKind("party", value).value;
export const readTime = (value: RuntimeValue): Micros => asKind("timestamp", value).micros;
export const readContractId = (value: RuntimeValue): string => asKind("contractId", value).value;

export const readList = <T>(value: RuntimeValue, read: (each: RuntimeValue) => T): readonly T[] =>
  listElements(asList(value)).map(read);

/** Returns undefined for None, and for a field that the library lacks. */
export const readOptional = <T>(
  value: RuntimeValue | undefined,
  read: (each: RuntimeValue) => T,
): T | undefined => {
  const inner = value === undefined ? undefined : asOptional(value).value;
  return inner === undefined ? undefined : read(inner);
};

/** Reads a list that has at least one element. */
export const readNonEmpty = <T>(
  value: RuntimeValue,
  read: (each: RuntimeValue) => T,
): readonly T[] => [read(readField(value, "hd")), ...readList(readField(value, "tl"), read)];

/** Returns the template or interface of a wrapped type representation. */
export const readTypeRep = (rep: RuntimeValue): TypeId => {
  const { type } = asKind("typeRep", unwrapNewtype(rep));
  if (type.kind === "constructor") return type.id;
  throw engineFaultError("a type representation is not of a template or interface");
};

/** Returns the constructor of a variant or enum. */
export const readConstructor = (value: RuntimeValue): string => {
  if (typeof value === "object" && (value.kind === "variant" || value.kind === "enum")) {
    return value.shape.names[value.rank] ?? "";
  }
  throw engineFaultError("a variant was expected in a question");
};

export const readVariantPayload = (value: RuntimeValue): RuntimeValue =>
  asKind("variant", value).value;
