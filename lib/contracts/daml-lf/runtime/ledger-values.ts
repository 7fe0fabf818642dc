import * as make from "../../../base/values/constructors.ts";
import { assertWellFormedText } from "../../../base/values/text.ts";
import type { Value } from "../../../base/values/value.ts";
import { defaultMaxNesting, valueNestingError } from "../../../base/values/value-error.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import type { EvaluationBudget } from "./budget.ts";
import type { RuntimeList, RuntimeValue } from "./runtime-value.ts";

/**
 * Returns the ledger value of a runtime value, in normal form. A shared part is converted each time it
 * occurs, so each structure costs two budget steps and each list element a quarter of a step. Raises
 * VALUE_NESTING, MALFORMED_TEXT, INTERPRETATION_TIME_EXCEEDED, and DAML_INTERPRETATION_ERROR for values
 * that cannot be stored on a ledger.
 */
export const toLedgerValue = (value: RuntimeValue, budget: EvaluationBudget, depth = 0): Value => {
  if (depth > defaultMaxNesting) throw valueNestingError();
  if (typeof value === "boolean") return make.createBoolValue(value);
  if (typeof value === "bigint") return make.createInt64Value(value);
  if (typeof value === "string") {
    budget.chargeForText(value.length);
    assertWellFormedText(value);
    return make.createTextValue(value);
  }
  const below = depth + 1;
  // Two steps, because the value is measured, hashed and encoded afterwards.
  budget.chargeSteps(2);
  switch (value.kind) {
    case "unit":
    case "numeric":
    case "timestamp":
    case "date":
    case "party":
    case "contractId":
      return value;
    case "optional":
      return value.value === undefined
        ? make.none
        : make.createSomeValue(toLedgerValue(value.value, budget, below));
    case "nil":
    case "cons":
      return make.createListValue(listElements(value, budget, below));
    case "record":
      return make.createRecordValue(allToLedgerValues(value.fields, budget, below));
    case "variant":
      return make.createVariantValue(
        value.shape.names[value.rank] ?? "",
        toLedgerValue(value.value, budget, below),
      );
    case "enum":
      return make.createEnumValue(value.shape.names[value.rank] ?? "");
    case "textMap":
      return make.createTextMapValue(
        value.entries.entries().map(([key, content]) => {
          assertWellFormedText(key);
          return [key, toLedgerValue(content, budget, below)] as const;
        }),
      );
    case "genMap":
      return make.createGenMapValue(
        value.entries
          .entries()
          .map(
            ([key, content]) =>
              [toLedgerValue(key, budget, below), toLedgerValue(content, budget, below)] as const,
          ),
      );
    case "struct":
    case "any":
    case "typeRep":
    case "interface":
    case "failureCategory":
    case "closure":
    case "update":
      throw interpretationError("DAML_INTERPRETATION_ERROR", {
        cause: `a ${value.kind} is not a ledger value; the package is ill-typed.`,
      });
  }
};

const allToLedgerValues = (
  values: readonly RuntimeValue[],
  budget: EvaluationBudget,
  depth: number,
): readonly Value[] => {
  // Allocated at its exact size, because it stays in memory as long as the journal.
  const converted = new Array<Value>(values.length);
  let index = 0;
  for (const value of values) converted[index++] = toLedgerValue(value, budget, depth);
  return converted;
};

const listElements = (
  list: RuntimeList,
  budget: EvaluationBudget,
  depth: number,
): readonly Value[] => {
  const converted: Value[] = [];
  for (let rest = list; rest.kind === "cons"; rest = rest.tail) {
    converted.push(toLedgerValue(rest.head, budget, depth));
  }
  budget.chargeForFields(converted.length);
  return converted;
};
