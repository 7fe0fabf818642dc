import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { compareContractIds } from "../../../base/values/contract-id-form.ts";
import { compareText } from "../../../base/values/text.ts";
import type { LfType } from "../syntax/ast.ts";
import type { Budget } from "./budget.ts";
import type {
  AnyV,
  ConsV,
  GenMapV,
  InterfaceV,
  ListV,
  OptionalV,
  RecordV,
  RuntimeValue,
  StructV,
  TextMapV,
  VariantV,
} from "./runtime-value.ts";
import { compareTypes, takeStepsOfTypes } from "./type-key.ts";

/** Returns the error for functions and updates, which can be neither compared nor used as map keys. */
const notComparable = () =>
  ledgerError("NON_COMPARABLE_VALUES", {
    cause: "Interpretation error: Error: functions are not comparable.",
  });

/**
 * Compares two Daml values of one type; returns 0 for equal ones (daml-lf.md 10.4, 10.5). There is no
 * shortcut for identical objects, because a value that contains a function is not equal to itself. Values
 * may be nested to any depth, and shared parts are visited repeatedly, so each structure costs a budget
 * step. Raises NON_COMPARABLE_VALUES, CONTRACT_ID_COMPARABILITY, INTERPRETATION_TIME_EXCEEDED.
 */
export const compareRuntime = (left: RuntimeValue, right: RuntimeValue, budget: Budget): number =>
  compareWithin(levelsOnStack, left, right, budget);

/**
 * Depth up to which values are compared recursively. Deeper values are compared with an explicit stack,
 * which is slower.
 */
const levelsOnStack = 50;

const compareWithin = (
  levels: number,
  left: RuntimeValue,
  right: RuntimeValue,
  budget: Budget,
): number => {
  if (typeof left !== "object") return comparePrimitive(left, right, budget);
  if (typeof right !== "object") throw notComparable();
  switch (left.kind) {
    case "unit":
      return 0;
    case "numeric":
      return right.kind === "numeric" ? compareBigints(left.unscaled, right.unscaled) : mismatch();
    case "timestamp":
      return right.kind === "timestamp" ? compareBigints(left.micros, right.micros) : mismatch();
    case "date":
      return right.kind === "date" ? left.days - right.days : mismatch();
    case "party":
      return right.kind === "party" ? compareText(left.value, right.value) : mismatch();
    case "contractId":
      return right.kind === "contractId" ? compareContractIds(left.value, right.value) : mismatch();
    case "enum":
      return right.kind === "enum" ? left.rank - right.rank : mismatch();
    case "typeRep":
      return right.kind === "typeRep" ? typeOrder(left.type, right.type, budget) : mismatch();
    case "failureCategory":
      return right.kind === "failureCategory" ? left.category - right.category : mismatch();
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
      throw notComparable();
  }
};

/** Compares the frequent kinds recursively. */
const compareStructure = (
  levels: number,
  left: Structure,
  right: RuntimeValue,
  budget: Budget,
): number => {
  budget.takeStep();
  if (typeof right !== "object") throw notComparable();
  if (left.kind === "record" && right.kind === "record") {
    return compareFields(levels, left.fields, right.fields, budget);
  }
  if (left.kind === "variant" && right.kind === "variant") {
    return left.rank - right.rank || compareWithin(levels, left.value, right.value, budget);
  }
  if (left.kind === "optional" && right.kind === "optional") {
    if (left.value === undefined) return right.value === undefined ? 0 : -1;
    return right.value === undefined ? 1 : compareWithin(levels, left.value, right.value, budget);
  }
  if (left.kind === "cons" && right.kind === "cons") {
    return compareConses(levels, left, right, budget);
  }
  return compareNested(left, right, budget);
};

const compareFields = (
  levels: number,
  left: readonly RuntimeValue[],
  right: readonly RuntimeValue[],
  budget: Budget,
): number => {
  for (let index = 0; index < left.length; index += 1) {
    const leftValue = left[index];
    const rightValue = right[index];
    if (leftValue === undefined || rightValue === undefined) return mismatch();
    const order = compareWithin(levels, leftValue, rightValue, budget);
    if (order !== 0) return order;
  }
  return 0;
};

/** Lengths matter only when one list ends. */
const compareConses = (levels: number, left: ConsV, right: ConsV, budget: Budget): number => {
  let leftRest: ListV = left;
  let rightRest: ListV = right;
  let order = 0;
  let count = 0;
  while (order === 0 && leftRest.kind === "cons" && rightRest.kind === "cons") {
    order = compareWithin(levels, leftRest.head, rightRest.head, budget);
    leftRest = leftRest.tail;
    rightRest = rightRest.tail;
    count += 1;
  }
  budget.takeStepsOfElements(count);
  if (order !== 0) return order;
  return Number(leftRest.kind === "cons") - Number(rightRest.kind === "cons");
};

type Structure =
  OptionalV | ListV | RecordV | StructV | VariantV | TextMapV | GenMapV | AnyV | InterfaceV;

/** Compares depth first, from left to right, up to the first difference. */
const compareNested = (left: Structure, right: RuntimeValue, budget: Budget): number => {
  /** Pairs that remain to be compared; the next one is last. */
  const pairs: RuntimeValue[] = [];
  let order = comparePart(left, right, pairs, budget);
  while (order === 0) {
    const nextRight = pairs.pop();
    const nextLeft = pairs.pop();
    if (nextLeft === undefined || nextRight === undefined) return 0;
    order = isStructure(nextLeft)
      ? comparePart(nextLeft, nextRight, pairs, budget)
      : compareRuntime(nextLeft, nextRight, budget);
  }
  return order;
};

const structures: ReadonlySet<string> = new Set<Structure["kind"]>([
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

const isStructure = (value: RuntimeValue): value is Structure =>
  typeof value === "object" && structures.has(value.kind);

/** Compares two structures without their parts. If the result is 0, pushes the pairs of their parts. */
const comparePart = (
  left: Structure,
  right: RuntimeValue,
  pairs: RuntimeValue[],
  budget: Budget,
): number => {
  budget.takeStep();
  if (typeof right !== "object") throw notComparable();
  switch (left.kind) {
    case "optional":
      return right.kind === "optional" ? leaveOptionals(left, right, pairs) : mismatch();
    case "nil":
    case "cons":
      return right.kind === "nil" || right.kind === "cons"
        ? leaveLists(left, right, pairs)
        : mismatch();
    case "record":
    case "struct":
      return right.kind === left.kind
        ? leaveAll(left.fields, right.fields, pairs, budget)
        : mismatch();
    case "variant":
      return right.kind === "variant"
        ? left.rank - right.rank || leave(left.value, right.value, pairs)
        : mismatch();
    case "textMap":
    case "genMap":
      return right.kind === left.kind
        ? leaveAll(left.entries.entries().flat(), right.entries.entries().flat(), pairs, budget)
        : mismatch();
    case "any":
      return right.kind === "any"
        ? typeOrder(left.type, right.type, budget) || leave(left.value, right.value, pairs)
        : mismatch();
    case "interface":
      return right.kind === "interface"
        ? compareText(left.templateId, right.templateId) ||
            leave(left.payload, right.payload, pairs)
        : mismatch();
  }
};

const leave = (left: RuntimeValue, right: RuntimeValue, pairs: RuntimeValue[]): number => {
  pairs.push(left, right);
  return 0;
};

/**
 * Pushes the pairs and compares the lengths, which can differ only for maps and matter only if everything
 * else is equal.
 */
const leaveAll = (
  left: readonly RuntimeValue[],
  right: readonly RuntimeValue[],
  pairs: RuntimeValue[],
  budget: Budget,
): number => {
  budget.takeStepsOfElements(left.length);
  if (left.length !== right.length) pairs.push(BigInt(left.length), BigInt(right.length));
  for (let index = Math.min(left.length, right.length) - 1; index >= 0; index -= 1) {
    const leftValue = left[index];
    const rightValue = right[index];
    if (leftValue !== undefined && rightValue !== undefined) pairs.push(leftValue, rightValue);
  }
  return 0;
};

/** Well-typed code compares only values of one type. */
const mismatch = (): never => {
  throw ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: "Interpretation error: Error: values of different types were compared.",
  });
};

const compareBigints = (left: bigint, right: bigint): number =>
  left < right ? -1 : left > right ? 1 : 0;

const comparePrimitive = (
  left: boolean | bigint | string,
  right: RuntimeValue,
  budget: Budget,
): number => {
  if (typeof left === "string") {
    return typeof right === "string" ? compareTexts(left, right, budget) : mismatch();
  }
  if (typeof left === "bigint") {
    return typeof right === "bigint" ? compareBigints(left, right) : mismatch();
  }
  return typeof right === "boolean" ? Number(left) - Number(right) : mismatch();
};

const typeOrder = (left: LfType, right: LfType, budget: Budget): number => {
  takeStepsOfTypes(left, budget);
  return compareTypes(left, right);
};

const compareTexts = (left: string, right: string, budget: Budget): number => {
  budget.takeStepsOfText(left.length);
  return compareText(left, right);
};

const leaveOptionals = (left: OptionalV, right: OptionalV, pairs: RuntimeValue[]): number => {
  if (left.value === undefined) return right.value === undefined ? 0 : -1;
  return right.value === undefined ? 1 : leave(left.value, right.value, pairs);
};

const leaveLists = (left: ListV, right: ListV, pairs: RuntimeValue[]): number => {
  if (left.kind === "nil" || right.kind === "nil") {
    return Number(left.kind === "cons") - Number(right.kind === "cons");
  }
  pairs.push(left.tail, right.tail, left.head, right.head);
  return 0;
};
