import { none } from "./constructors.ts";
import { compareContractIds } from "./contract-id-form.ts";
import type { Value } from "./value.ts";

/**
 * Returns true if two values of the same type are equal (daml-lf.md 10.4). Does not need the type.
 * Stops at the first difference. Raises CONTRACT_ID_COMPARABILITY if two contract ids cannot be
 * compared.
 */
export const areValuesEqual = (left: Value, right: Value): boolean => {
  if (left === right) return true;
  switch (left.kind) {
    case "unit":
      return right.kind === "unit";
    case "bool":
    case "int64":
    case "text":
    case "party":
      return left.kind === right.kind && left.value === right.value;
    case "numeric":
      return right.kind === "numeric" && left.unscaled === right.unscaled;
    case "timestamp":
      return right.kind === "timestamp" && left.micros === right.micros;
    case "date":
      return right.kind === "date" && left.days === right.days;
    case "contractId":
      return right.kind === "contractId" && compareContractIds(left.value, right.value) === 0;
    case "enum":
      return right.kind === "enum" && left.constructor === right.constructor;
    case "optional":
      return right.kind === "optional" && equalOrAbsent(left.value, right.value);
    case "variant":
      return (
        right.kind === "variant" &&
        left.constructor === right.constructor &&
        areValuesEqual(left.value, right.value)
      );
    case "list":
      return right.kind === "list" && equalSequences(left.elements, right.elements);
    case "record":
      return right.kind === "record" && equalFields(left.fields, right.fields);
    case "textMap":
      return (
        right.kind === "textMap" &&
        left.entries.length === right.entries.length &&
        left.entries.every(([key, of], index) => {
          const other = right.entries[index];
          return key === other?.[0] && areValuesEqual(of, other[1]);
        })
      );
    case "genMap":
      return (
        right.kind === "genMap" &&
        left.entries.length === right.entries.length &&
        left.entries.every((entry, index) => equalSequences(entry, right.entries[index] ?? []))
      );
  }
};

const equalOrAbsent = (left: Value | undefined, right: Value | undefined): boolean =>
  left === undefined || right === undefined ? left === right : areValuesEqual(left, right);

const equalSequences = (left: readonly Value[], right: readonly Value[]): boolean =>
  left.length === right.length && left.every((value, index) => equalOrAbsent(value, right[index]));

/** Compares field by field. Fields that are missing at the end count as None. */
const equalFields = (left: readonly Value[], right: readonly Value[]): boolean => {
  const longer = left.length >= right.length ? left : right;
  return longer.every((_, index) => areValuesEqual(left[index] ?? none, right[index] ?? none));
};
