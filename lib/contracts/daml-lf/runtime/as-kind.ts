import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type {
  ListV,
  NumericV,
  OptionalV,
  RecordV,
  RuntimeValue,
  StructV,
  UpdateV,
  VariantV,
} from "./runtime-value.ts";

type ObjectValue = Extract<RuntimeValue, { readonly kind: string }>;
type ObjectKind = ObjectValue["kind"];
type ObjectOf<Kind extends ObjectKind> = Extract<ObjectValue, { readonly kind: Kind }>;

/**
 * Returns the value, which has this kind in well-typed code. Raises DAML_INTERPRETATION_ERROR otherwise.
 */
export const asKind = <Kind extends ObjectKind>(
  kind: Kind,
  value: RuntimeValue | undefined,
): ObjectOf<Kind> => {
  if (typeof value === "object" && value.kind === kind) return value as ObjectOf<Kind>;
  return throwIllTyped(`a ${kind}`);
};

// One function per frequent kind: each sees objects of only one shape, which makes reading the kind fast.

export const asRecord = (value: RuntimeValue | undefined): RecordV =>
  typeof value === "object" && value.kind === "record" ? value : throwIllTyped("a record");

export const asStruct = (value: RuntimeValue | undefined): StructV =>
  typeof value === "object" && value.kind === "struct" ? value : throwIllTyped("a struct");

export const asNumeric = (value: RuntimeValue | undefined): NumericV =>
  typeof value === "object" && value.kind === "numeric" ? value : throwIllTyped("a numeric");

export const asOptional = (value: RuntimeValue | undefined): OptionalV =>
  typeof value === "object" && value.kind === "optional" ? value : throwIllTyped("an optional");

export const asVariant = (value: RuntimeValue | undefined): VariantV =>
  typeof value === "object" && value.kind === "variant" ? value : throwIllTyped("a variant");

export const asUpdate = (value: RuntimeValue | undefined): UpdateV =>
  typeof value === "object" && value.kind === "update" ? value : throwIllTyped("an update");

export const asList = (value: RuntimeValue | undefined): ListV => {
  if (typeof value === "object" && (value.kind === "nil" || value.kind === "cons")) return value;
  return throwIllTyped("a list");
};

export const asBool = (value: RuntimeValue): boolean =>
  typeof value === "boolean" ? value : throwIllTyped("a Bool");

export const asInt = (value: RuntimeValue): bigint =>
  typeof value === "bigint" ? value : throwIllTyped("an Int64");

export const asText = (value: RuntimeValue): string =>
  typeof value === "string" ? value : throwIllTyped("a Text");

const throwIllTyped = (expected: string): never => {
  throw illTypedError(expected);
};

/** Returns DAML_INTERPRETATION_ERROR for a type error, which well-typed code cannot cause. */
export const illTypedError = (expected: string): LedgerError =>
  ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: `Interpretation error: Error: ${expected} was expected; the package is ill-typed.`,
  });
