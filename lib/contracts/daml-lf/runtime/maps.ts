import { compareText } from "../../../base/values/text.ts";
import type { EvaluationBudget } from "./budget.ts";
import { compareRuntimeValues } from "./compare.ts";
import { ImmutableSortedMap } from "./immutable-sorted-map.ts";
import type { RuntimeGenMap, RuntimeTextMap, RuntimeValue } from "./runtime-value.ts";

export const createTextMap = (
  entries: Iterable<readonly [string, RuntimeValue]>,
): RuntimeTextMap => ({
  kind: "textMap",
  entries: ImmutableSortedMap.from(entries, compareText),
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
  entries: ImmutableSortedMap.from(entries, (left, right) =>
    compareRuntimeValues(left, right, budget),
  ),
});
