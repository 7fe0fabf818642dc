import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { compareContractIds } from "../../../base/values/contract-id-form.ts";
import { compareText } from "../../../base/values/text.ts";
import type { LfType } from "../syntax/ast.ts";
import {
  createIllTypedValueError,
  requireBoolValue,
  requireInt64Value,
  requireListValue,
  requireNumericValue,
  requireOptionalValue,
  requireRecordValue,
  requireStructValue,
  requireTextValue,
  requireValueKind,
  requireVariantValue,
} from "./as-kind.ts";
import type { EvaluationBudget } from "./budget.ts";
import type {
  RuntimeAny,
  RuntimeGenMap,
  RuntimeInterfaceValue,
  RuntimeList,
  RuntimeOptional,
  RuntimeRecord,
  RuntimeStruct,
  RuntimeTextMap,
  RuntimeValue,
  RuntimeVariant,
} from "./runtime-value.ts";
import { chargeForTypeComparison, compareLfTypes } from "./type-key.ts";

/** Returns the error for functions and updates, which can be neither compared nor used as map keys. */
const functionComparisonError = () =>
  ledgerError("NON_COMPARABLE_VALUES", {
    cause: "Interpretation error: Error: functions are not comparable.",
  });

/**
 * Compares two Daml values of the same type (daml-lf.md 10.4, 10.5). Returns a negative number, 0 or a
 * positive number. There is no shortcut for identical objects, because a value that contains a function
 * is not equal to itself. Values may be nested to any depth, and a shared part is visited each time it
 * occurs, so each structure costs a budget step. Raises NON_COMPARABLE_VALUES, CONTRACT_ID_COMPARABILITY,
 * INTERPRETATION_TIME_EXCEEDED, and DAML_INTERPRETATION_ERROR for values of different types, which
 * well-typed code does not compare.
 */
export const compareRuntimeValues = (
  left: RuntimeValue,
  right: RuntimeValue,
  budget: EvaluationBudget,
): number => compareWithin(maxRecursionLevels, left, right, budget);

/**
 * Depth up to which values are compared recursively. Deeper values are compared with an explicit stack,
 * which is slower.
 */
const maxRecursionLevels = 50;

const compareWithin = (
  levels: number,
  left: RuntimeValue,
  right: RuntimeValue,
  budget: EvaluationBudget,
): number => {
  if (typeof left !== "object") return comparePrimitive(left, right, budget);
  switch (left.kind) {
    case "unit":
      return 0;
    case "numeric":
      return compareBigints(left.unscaled, requireNumericValue(right).unscaled);
    case "timestamp":
      return compareBigints(left.micros, requireValueKind("timestamp", right).micros);
    case "date":
      return left.days - requireValueKind("date", right).days;
    case "party":
      return compareText(left.value, requireValueKind("party", right).value);
    case "contractId":
      return compareContractIds(left.value, requireValueKind("contractId", right).value);
    case "enum":
      return left.rank - requireValueKind("enum", right).rank;
    case "typeRep":
      return compareTypesWithinBudget(left.type, requireValueKind("typeRep", right).type, budget);
    case "failureCategory":
      return left.category - requireValueKind("failureCategory", right).category;
    case "optional":
    case "nil":
    case "cons":
    case "record":
    case "struct":
    case "variant":
    case "textMap":
    case "genMap":
    case "any":
    case "interface":
      return levels > 0
        ? compareStructure(levels - 1, left, right, budget)
        : compareNested(left, right, budget);
    case "closure":
    case "update":
      throw functionComparisonError();
  }
};

/** Compares the frequent kinds recursively. */
const compareStructure = (
  levels: number,
  left: NestedValue,
  right: RuntimeValue,
  budget: EvaluationBudget,
): number => {
  budget.chargeStep();
  switch (left.kind) {
    case "record":
      return compareFields(levels, left.fields, requireRecordValue(right).fields, budget);
    case "variant": {
      const other = requireVariantValue(right);
      return left.rank - other.rank || compareWithin(levels, left.value, other.value, budget);
    }
    case "optional": {
      const other = requireOptionalValue(right);
      if (left.value === undefined) return other.value === undefined ? 0 : -1;
      return other.value === undefined ? 1 : compareWithin(levels, left.value, other.value, budget);
    }
    case "cons":
      return compareLists(levels, left, requireListValue(right), budget);
    case "nil":
    case "struct":
    case "textMap":
    case "genMap":
    case "any":
    case "interface":
      return compareNested(left, right, budget);
  }
};

const compareFields = (
  levels: number,
  left: readonly RuntimeValue[],
  right: readonly RuntimeValue[],
  budget: EvaluationBudget,
): number => {
  for (let index = 0; index < left.length; index += 1) {
    const leftValue = left[index];
    const rightValue = right[index];
    if (leftValue === undefined || rightValue === undefined) {
      throw createIllTypedValueError("a record");
    }
    const order = compareWithin(levels, leftValue, rightValue, budget);
    if (order !== 0) return order;
  }
  return 0;
};

/** Compares the elements in order. If all elements of the shorter list are equal, it comes first. */
const compareLists = (
  levels: number,
  left: RuntimeList,
  right: RuntimeList,
  budget: EvaluationBudget,
): number => {
  let leftRest: RuntimeList = left;
  let rightRest: RuntimeList = right;
  let order = 0;
  let count = 0;
  while (order === 0 && leftRest.kind === "cons" && rightRest.kind === "cons") {
    order = compareWithin(levels, leftRest.head, rightRest.head, budget);
    leftRest = leftRest.tail;
    rightRest = rightRest.tail;
    count += 1;
  }
  budget.chargeForElements(count);
  if (order !== 0) return order;
  return Number(leftRest.kind === "cons") - Number(rightRest.kind === "cons");
};

type NestedValue =
  | RuntimeOptional
  | RuntimeList
  | RuntimeRecord
  | RuntimeStruct
  | RuntimeVariant
  | RuntimeTextMap
  | RuntimeGenMap
  | RuntimeAny
  | RuntimeInterfaceValue;

/** Compares depth first, from left to right, up to the first difference. */
const compareNested = (
  left: NestedValue,
  right: RuntimeValue,
  budget: EvaluationBudget,
): number => {
  /** Pairs that remain to be compared; the next one is last. */
  const pairs: RuntimeValue[] = [];
  let order = comparePart(left, right, pairs, budget);
  while (order === 0) {
    const nextRight = pairs.pop();
    const nextLeft = pairs.pop();
    if (nextLeft === undefined || nextRight === undefined) return 0;
    order = isStructure(nextLeft)
      ? comparePart(nextLeft, nextRight, pairs, budget)
      : compareRuntimeValues(nextLeft, nextRight, budget);
  }
  return order;
};

const nestedValueKinds: ReadonlySet<string> = new Set<NestedValue["kind"]>([
  "optional",
  "nil",
  "cons",
  "record",
  "struct",
  "variant",
  "textMap",
  "genMap",
  "any",
  "interface",
]);

const isStructure = (value: RuntimeValue): value is NestedValue =>
  typeof value === "object" && nestedValueKinds.has(value.kind);

/** Compares two structures without their parts. If the result is 0, pushes the pairs of their parts. */
const comparePart = (
  left: NestedValue,
  right: RuntimeValue,
  pairs: RuntimeValue[],
  budget: EvaluationBudget,
): number => {
  budget.chargeStep();
  switch (left.kind) {
    case "optional":
      return compareOptionals(left, requireOptionalValue(right), pairs);
    case "nil":
    case "cons":
      return compareListCells(left, requireListValue(right), pairs);
    case "record":
      return pushPairs(left.fields, requireRecordValue(right).fields, pairs, budget);
    case "struct":
      return pushPairs(left.fields, requireStructValue(right).fields, pairs, budget);
    case "variant": {
      const other = requireVariantValue(right);
      return left.rank - other.rank || pushPair(left.value, other.value, pairs);
    }
    case "textMap":
      return pushEntries(left, requireValueKind("textMap", right), pairs, budget);
    case "genMap":
      return pushEntries(left, requireValueKind("genMap", right), pairs, budget);
    case "any": {
      const other = requireValueKind("any", right);
      return (
        compareTypesWithinBudget(left.type, other.type, budget) ||
        pushPair(left.value, other.value, pairs)
      );
    }
    case "interface": {
      const other = requireValueKind("interface", right);
      return (
        compareText(left.templateId, other.templateId) ||
        pushPair(left.payload, other.payload, pairs)
      );
    }
  }
};

const pushPair = (left: RuntimeValue, right: RuntimeValue, pairs: RuntimeValue[]): number => {
  pairs.push(left, right);
  return 0;
};

/**
 * Pushes the pairs of items. If the lengths differ, which happens only for maps, it pushes them
 * first. So they are compared last, and decide only if all pairs are equal.
 */
const pushPairs = (
  left: readonly RuntimeValue[],
  right: readonly RuntimeValue[],
  pairs: RuntimeValue[],
  budget: EvaluationBudget,
): number => {
  budget.chargeForElements(left.length);
  if (left.length !== right.length) pairs.push(BigInt(left.length), BigInt(right.length));
  for (let index = Math.min(left.length, right.length) - 1; index >= 0; index -= 1) {
    const leftValue = left[index];
    const rightValue = right[index];
    if (leftValue !== undefined && rightValue !== undefined) pairs.push(leftValue, rightValue);
  }
  return 0;
};

const pushEntries = (
  left: RuntimeTextMap | RuntimeGenMap,
  right: RuntimeTextMap | RuntimeGenMap,
  pairs: RuntimeValue[],
  budget: EvaluationBudget,
): number =>
  pushPairs(left.entries.entries().flat(), right.entries.entries().flat(), pairs, budget);

const compareBigints = (left: bigint, right: bigint): number =>
  left < right ? -1 : left > right ? 1 : 0;

const comparePrimitive = (
  left: boolean | bigint | string,
  right: RuntimeValue,
  budget: EvaluationBudget,
): number => {
  if (typeof left === "string") return compareTexts(left, requireTextValue(right), budget);
  if (typeof left === "bigint") return compareBigints(left, requireInt64Value(right));
  return Number(left) - Number(requireBoolValue(right));
};

const compareTypesWithinBudget = (
  left: LfType,
  right: LfType,
  budget: EvaluationBudget,
): number => {
  chargeForTypeComparison(left, budget);
  return compareLfTypes(left, right);
};

const compareTexts = (left: string, right: string, budget: EvaluationBudget): number => {
  budget.chargeForText(left.length);
  return compareText(left, right);
};

const compareOptionals = (
  left: RuntimeOptional,
  right: RuntimeOptional,
  pairs: RuntimeValue[],
): number => {
  if (left.value === undefined) return right.value === undefined ? 0 : -1;
  return right.value === undefined ? 1 : pushPair(left.value, right.value, pairs);
};

const compareListCells = (left: RuntimeList, right: RuntimeList, pairs: RuntimeValue[]): number => {
  if (left.kind === "nil" || right.kind === "nil") {
    return Number(left.kind === "cons") - Number(right.kind === "cons");
  }
  pairs.push(left.tail, right.tail, left.head, right.head);
  return 0;
};
