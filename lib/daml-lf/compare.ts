import { ledgerError } from "../errors/ledger-error.ts";
import { compareContractIds } from "../values/contract-id-form.ts";
import { compareText } from "../values/text.ts";
import type { ListV, RuntimeValue } from "./runtime-value.ts";
import { compareTypes } from "./type-key.ts";

/** Functions and updates can neither be compared nor be keys of a map. */
const notComparable = () =>
  ledgerError("NON_COMPARABLE_VALUES", {
    cause: "Interpretation error: Error: functions are not comparable.",
  });

/**
 * The order of Daml values, 0 for equal ones (daml-lf.md 10.4, 10.5). Both values have one type. No
 * shortcut for identical references: a value that holds a function is not equal to itself. Raises
 * NON_COMPARABLE_VALUES, CONTRACT_ID_COMPARABILITY.
 */
export const compareRuntime = (left: RuntimeValue, right: RuntimeValue): number => {
  if (typeof left !== "object") return comparePrimitive(left, right);
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
      return right.kind === "party" ? compareText(left.party, right.party) : mismatch();
    case "contractId":
      return right.kind === "contractId"
        ? compareContractIds(left.contractId, right.contractId)
        : mismatch();
    case "optional":
      return right.kind === "optional" ? compareOptional(left.value, right.value) : mismatch();
    case "nil":
    case "cons":
      return right.kind === "nil" || right.kind === "cons" ? compareLists(left, right) : mismatch();
    case "record":
      return right.kind === "record" ? compareAll(left.fields, right.fields) : mismatch();
    case "struct":
      return right.kind === "struct" ? compareAll(left.fields, right.fields) : mismatch();
    case "variant":
      return right.kind === "variant"
        ? left.rank - right.rank || compareRuntime(left.value, right.value)
        : mismatch();
    case "enum":
      return right.kind === "enum" ? left.rank - right.rank : mismatch();
    case "textMap":
      return right.kind === "textMap"
        ? compareAll(left.entries.entries().flat(), right.entries.entries().flat())
        : mismatch();
    case "genMap":
      return right.kind === "genMap"
        ? compareAll(left.entries.entries().flat(), right.entries.entries().flat())
        : mismatch();
    case "any":
      return right.kind === "any"
        ? compareTypes(left.type, right.type) || compareRuntime(left.value, right.value)
        : mismatch();
    case "typeRep":
      return right.kind === "typeRep" ? compareTypes(left.type, right.type) : mismatch();
    case "interface":
      return right.kind === "interface"
        ? compareText(left.templateId, right.templateId) ||
            compareRuntime(left.payload, right.payload)
        : mismatch();
    case "failureCategory":
      return right.kind === "failureCategory" ? left.category - right.category : mismatch();
    case "closure":
    case "builtin":
    case "partial":
    case "update":
      throw notComparable();
  }
};

/** Well-typed code compares values of one type only. */
const mismatch = (): never => {
  throw ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: "Interpretation error: Error: values of different types were compared.",
  });
};

const compareBigints = (left: bigint, right: bigint): number =>
  left < right ? -1 : left > right ? 1 : 0;

const comparePrimitive = (left: boolean | bigint | string, right: RuntimeValue): number => {
  if (typeof left === "string")
    return typeof right === "string" ? compareText(left, right) : mismatch();
  if (typeof left === "bigint")
    return typeof right === "bigint" ? compareBigints(left, right) : mismatch();
  return typeof right === "boolean" ? Number(left) - Number(right) : mismatch();
};

const compareOptional = (
  left: RuntimeValue | undefined,
  right: RuntimeValue | undefined,
): number => {
  if (left === undefined) return right === undefined ? 0 : -1;
  return right === undefined ? 1 : compareRuntime(left, right);
};

/** A loop: lists may be long. Lengths matter only when one list ends. */
const compareLists = (left: ListV, right: ListV): number => {
  let leftRest = left;
  let rightRest = right;
  while (leftRest.kind === "cons" && rightRest.kind === "cons") {
    const order = compareRuntime(leftRest.head, rightRest.head);
    if (order !== 0) return order;
    leftRest = leftRest.tail;
    rightRest = rightRest.tail;
  }
  return Number(leftRest.kind === "cons") - Number(rightRest.kind === "cons");
};

const compareAll = (left: readonly RuntimeValue[], right: readonly RuntimeValue[]): number => {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const leftValue = left[index];
    const rightValue = right[index];
    if (leftValue === undefined || rightValue === undefined) continue;
    const order = compareRuntime(leftValue, rightValue);
    if (order !== 0) return order;
  }
  return left.length - right.length;
};
