import type { Value } from "../../base/values/value.ts";
import { interpretationError } from "./interpretation-error.ts";

/**
 * Raises VALUE_NESTING if more than `limit` levels are below the outermost value (daml-lf.md 10.2).
 * Linear in the size of the value; the stack depth is at most the limit.
 */
export const assertValueNesting = (value: Value, limit: number): void =>
  assertLevels(value, limit, limit);

const assertLevels = (value: Value, levelsLeft: number, limit: number): void => {
  switch (value.kind) {
    case "unit":
    case "bool":
    case "int64":
    case "numeric":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "contractId":
    case "enum":
      return;
    case "optional":
      if (value.value !== undefined) {
        assertLevels(value.value, oneLevelLess(levelsLeft, limit), limit);
      }
      return;
    case "variant":
      return assertLevels(value.value, oneLevelLess(levelsLeft, limit), limit);
    case "list":
      return assertAllLevels(value.elements, levelsLeft, limit);
    case "record":
      return assertAllLevels(value.fields, levelsLeft, limit);
    case "textMap":
      for (const [, of] of value.entries) assertLevels(of, oneLevelLess(levelsLeft, limit), limit);
      return;
    case "genMap":
      for (const entry of value.entries) assertAllLevels(entry, levelsLeft, limit);
  }
};

const assertAllLevels = (values: readonly Value[], levelsLeft: number, limit: number): void => {
  if (values.length === 0) return;
  const inner = oneLevelLess(levelsLeft, limit);
  for (const value of values) assertLevels(value, inner, limit);
};

const oneLevelLess = (levelsLeft: number, limit: number): number => {
  if (levelsLeft <= 0) {
    throw interpretationError("VALUE_NESTING", {
      cause: `Value exceeds the maximum nesting of ${limit} levels`,
    });
  }
  return levelsLeft - 1;
};
