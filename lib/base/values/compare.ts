import { none } from "./constructors.ts";
import { compareContractIds } from "./contract-id-form.ts";
import type { RecordShape, ValueShape, VariantShape } from "./shape.ts";
import { compareText } from "./text.ts";
import type { Value } from "./value.ts";
import { assertValueKind, createValueKindMismatchError } from "./value-error.ts";

/**
 * Returns −1, 0 or 1 for two values of the same type (daml-lf.md 10.5). Map keys are sorted in this
 * order. Compares from left to right and stops at the first difference. Raises
 * CONTRACT_ID_COMPARABILITY.
 */
export const compareValues = (shape: ValueShape, left: Value, right: Value): number => {
  switch (shape.kind) {
    case "unit":
      return 0;
    case "bool":
    case "int64":
    case "party":
      assertValueKind(shape.kind, left);
      assertValueKind(shape.kind, right);
      return comparePrimitives(left.value, right.value);
    case "numeric":
      assertValueKind("numeric", left);
      assertValueKind("numeric", right);
      return comparePrimitives(left.unscaled, right.unscaled);
    case "timestamp":
      assertValueKind("timestamp", left);
      assertValueKind("timestamp", right);
      return comparePrimitives(left.micros, right.micros);
    case "date":
      assertValueKind("date", left);
      assertValueKind("date", right);
      return comparePrimitives(left.days, right.days);
    case "text":
      assertValueKind("text", left);
      assertValueKind("text", right);
      return compareText(left.value, right.value);
    case "contractId":
      assertValueKind("contractId", left);
      assertValueKind("contractId", right);
      return compareContractIds(left.value, right.value);
    case "enum":
      assertValueKind("enum", left);
      assertValueKind("enum", right);
      return comparePrimitives(findConstructorRank(shape, left), findConstructorRank(shape, right));
    case "optional":
      assertValueKind("optional", left);
      assertValueKind("optional", right);
      return left.value === undefined || right.value === undefined
        ? comparePrimitives(left.value === undefined ? 0 : 1, right.value === undefined ? 0 : 1)
        : compareValues(shape.element, left.value, right.value);
    case "list":
      assertValueKind("list", left);
      assertValueKind("list", right);
      return compareLexicographically(left.elements, right.elements, (a, b) =>
        compareValues(shape.element, a, b),
      );
    case "textMap":
      assertValueKind("textMap", left);
      assertValueKind("textMap", right);
      return compareLexicographically(
        left.entries,
        right.entries,
        ([a, x], [b, y]) => compareText(a, b) || compareValues(shape.element, x, y),
      );
    case "genMap":
      assertValueKind("genMap", left);
      assertValueKind("genMap", right);
      return compareLexicographically(
        left.entries,
        right.entries,
        ([a, x], [b, y]) => compareValues(shape.key, a, b) || compareValues(shape.value, x, y),
      );
    case "record":
      return compareRecords(shape, left, right);
    case "variant":
      return compareVariants(shape, left, right);
  }
};

/** Compares field by field. Fields that are missing at the end count as None. */
const compareRecords = (shape: RecordShape, left: Value, right: Value): number => {
  assertValueKind("record", left);
  assertValueKind("record", right);
  const present = Math.max(left.fields.length, right.fields.length);
  let index = 0;
  for (const field of shape.fields) {
    if (index === present) return 0;
    const result = compareValues(
      field.shape,
      left.fields[index] ?? none,
      right.fields[index] ?? none,
    );
    if (result !== 0) return result;
    index++;
  }
  return 0;
};

const compareVariants = (shape: VariantShape, left: Value, right: Value): number => {
  assertValueKind("variant", left);
  assertValueKind("variant", right);
  const byRank = comparePrimitives(
    findConstructorRank(shape, left),
    findConstructorRank(shape, right),
  );
  if (byRank !== 0) return byRank;
  const payload = shape.constructors[findConstructorRank(shape, left)];
  return payload === undefined ? 0 : compareValues(payload.shape, left.value, right.value);
};

type VariantOrEnumValue = Extract<Value, { kind: "variant" | "enum" }>;

const findConstructorRank = (
  shape: {
    rankOf(constructor: string): number | undefined;
    readonly kind: VariantOrEnumValue["kind"];
  },
  value: VariantOrEnumValue,
): number => {
  const found = shape.rankOf(value.constructor);
  if (found === undefined) throw createValueKindMismatchError(shape.kind, value);
  return found;
};

/** Compares two lists lexicographically; a list that is a prefix of the other comes first. */
const compareLexicographically = <T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): number => {
  const shorter = Math.min(left.length, right.length);
  for (let index = 0; index < shorter; index++) {
    const a = left[index];
    const b = right[index];
    const result = a === undefined || b === undefined ? 0 : compare(a, b);
    if (result !== 0) return result;
  }
  return comparePrimitives(left.length, right.length);
};

const comparePrimitives = <T extends boolean | bigint | number | string>(
  left: T,
  right: T,
): number => (left < right ? -1 : left > right ? 1 : 0);
