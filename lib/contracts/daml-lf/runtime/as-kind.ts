import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type {
  RuntimeList,
  RuntimeNumeric,
  RuntimeOptional,
  RuntimeRecord,
  RuntimeStruct,
  RuntimeUpdateAction,
  RuntimeValue,
  RuntimeVariant,
} from "./runtime-value.ts";

type ObjectValue = Extract<RuntimeValue, { readonly kind: string }>;
type ObjectKind = ObjectValue["kind"];
type ObjectOf<Kind extends ObjectKind> = Extract<ObjectValue, { readonly kind: Kind }>;

/**
 * Returns the value, which has this kind in well-typed code. Raises DAML_INTERPRETATION_ERROR otherwise.
 */
export const requireValueKind = <Kind extends ObjectKind>(
  kind: Kind,
  value: RuntimeValue | undefined,
): ObjectOf<Kind> => {
  if (typeof value === "object" && value.kind === kind) return value as ObjectOf<Kind>;
  return throwIllTyped(`a ${kind}`);
};

// One function per frequent kind: each sees objects of only one shape, which makes reading the kind fast.

export const requireRecordValue = (value: RuntimeValue | undefined): RuntimeRecord =>
  typeof value === "object" && value.kind === "record" ? value : throwIllTyped("a record");

export const requireStructValue = (value: RuntimeValue | undefined): RuntimeStruct =>
  typeof value === "object" && value.kind === "struct" ? value : throwIllTyped("a struct");

export const requireNumericValue = (value: RuntimeValue | undefined): RuntimeNumeric =>
  typeof value === "object" && value.kind === "numeric" ? value : throwIllTyped("a numeric");

export const requireOptionalValue = (value: RuntimeValue | undefined): RuntimeOptional =>
  typeof value === "object" && value.kind === "optional" ? value : throwIllTyped("an optional");

export const requireVariantValue = (value: RuntimeValue | undefined): RuntimeVariant =>
  typeof value === "object" && value.kind === "variant" ? value : throwIllTyped("a variant");

export const requireUpdateValue = (value: RuntimeValue | undefined): RuntimeUpdateAction =>
  typeof value === "object" && value.kind === "update" ? value : throwIllTyped("an update");

export const requireListValue = (value: RuntimeValue | undefined): RuntimeList => {
  if (typeof value === "object" && (value.kind === "nil" || value.kind === "cons")) return value;
  return throwIllTyped("a list");
};

export const requireBoolValue = (value: RuntimeValue): boolean =>
  typeof value === "boolean" ? value : throwIllTyped("a Bool");

export const requireInt64Value = (value: RuntimeValue): bigint =>
  typeof value === "bigint" ? value : throwIllTyped("an Int64");

export const requireTextValue = (value: RuntimeValue): string =>
  typeof value === "string" ? value : throwIllTyped("a Text");

const throwIllTyped = (expected: string): never => {
  throw createIllTypedValueError(expected);
};

/** Returns DAML_INTERPRETATION_ERROR for a type error, which well-typed code cannot cause. */
export const createIllTypedValueError = (expected: string): LedgerError =>
  ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: `Interpretation error: Error: ${expected} was expected; the package is ill-typed.`,
  });
