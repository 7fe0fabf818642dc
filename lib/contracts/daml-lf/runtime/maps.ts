import { compareText } from "../../../base/values/text.ts";
import type { EvaluationBudget } from "./budget.ts";
import { compareRuntimeValues } from "./compare.ts";
import type { RuntimeGenMap, RuntimeTextMap, RuntimeValue } from "./runtime-value.ts";
import { SortedMap } from "./sorted-map.ts";

export const createTextMap = (
  entries: Iterable<readonly [string, RuntimeValue]>,
): RuntimeTextMap => ({
  kind: "textMap",
  entries: SortedMap.from(entries, compareText),
});

/**
 * Returns a map with these entries. Comparing keys costs budget steps, in this map and in maps derived
 * from it.
 */
export const createGenMap = (
  entries: Iterable<readonly [RuntimeValue, RuntimeValue]>,
  budget: EvaluationBudget,
): RuntimeGenMap => ({
  kind: "genMap",
  entries: SortedMap.from(entries, (left, right) => compareRuntimeValues(left, right, budget)),
});
