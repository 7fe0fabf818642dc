import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { LfType } from "../syntax/ast.ts";
import { builtinTypeNumbers } from "../syntax/builtin-type-numbers.ts";
import type { EvaluationBudget } from "./budget.ts";

/** Order of kinds: builtin < constructor < nat < struct < application. */
const getKindRank = (type: LfType): number => {
  if ("arguments" in type && type.arguments.length > 0) return 4;
  switch (type.kind) {
    case "builtin":
      return 0;
    case "constructor":
      return 1;
    case "nat":
      return 2;
    case "struct":
      return 3;
    case "variable":
    case "synonym":
    case "forall":
      throw notClosedError(type);
  }
};

/** Returns the error for a type with variables or synonyms. The compiler never creates a value of such a type. */
const notClosedError = (type: LfType) =>
  ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: `A type representation is not closed: it contains a ${type.kind}.`,
  });

type TypeApplication = Extract<LfType, { readonly arguments: readonly LfType[] }>;

/**
 * Compares `f a b` as `(f a) b`: first the head with all arguments but the last, then the last argument.
 */
const compareApplications = (left: TypeApplication, right: TypeApplication): number => {
  const byHead = compareLfTypes(omitLastArgument(left), omitLastArgument(right));
  if (byHead !== 0) return byHead;
  const leftLast = left.arguments.at(-1);
  const rightLast = right.arguments.at(-1);
  return leftLast === undefined || rightLast === undefined
    ? 0
    : compareLfTypes(leftLast, rightLast);
};

const omitLastArgument = (type: TypeApplication): TypeApplication => ({
  ...type,
  arguments: type.arguments.slice(0, -1),
});

const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;

const comparisonCostCache = new WeakMap<LfType, number>();

/** Returns the maximum cost of comparing a type. It grows with the square of the number of arguments. */
const computeComparisonCost = (type: LfType): number => {
  let size = comparisonCostCache.get(type);
  if (size === undefined) {
    const parts = "arguments" in type ? type.arguments : [];
    const fields = type.kind === "struct" ? type.fields.map((field) => field.type) : [];
    size = 1 + parts.length * parts.length;
    for (const part of [...parts, ...fields]) size += computeComparisonCost(part);
    comparisonCostCache.set(type, size);
  }
  return size;
};

/** Charges the budget for comparing a type with another. */
export const chargeForTypeComparison = (type: LfType, budget: EvaluationBudget): void => {
  budget.chargeForElements(computeComparisonCost(type));
};

/** Compares closed types (daml-lf.md 10.5); returns 0 for identical ones. */
export const compareLfTypes = (left: LfType, right: LfType): number => {
  const byRank = getKindRank(left) - getKindRank(right);
  if (byRank !== 0) return byRank;
  if (getKindRank(left) === 4 && "arguments" in left && "arguments" in right) {
    return compareApplications(left, right);
  }
  if (left.kind === "builtin" && right.kind === "builtin") {
    return builtinTypeNumbers[left.builtin] - builtinTypeNumbers[right.builtin];
  }
  if (left.kind === "constructor" && right.kind === "constructor") {
    return compareText(left.id, right.id);
  }
  if (left.kind === "nat" && right.kind === "nat") return left.value - right.value;
  if (left.kind === "struct" && right.kind === "struct") return compareStructs(left, right);
  throw notClosedError(left);
};

type StructType = Extract<LfType, { readonly kind: "struct" }>;

const compareStructs = (left: StructType, right: StructType): number => {
  const names = (struct: StructType): string => struct.fields.map(({ name }) => name).join(",");
  const byNames = compareText(names(left), names(right));
  if (byNames !== 0) return byNames;
  for (const [index, field] of left.fields.entries()) {
    const other = right.fields[index];
    const order = other === undefined ? 0 : compareLfTypes(field.type, other.type);
    if (order !== 0) return order;
  }
  return 0;
};
