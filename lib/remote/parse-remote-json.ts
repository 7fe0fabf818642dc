import { hasMoreJsonValuesThan, isParsedJsonNestedDeeperThan } from "../base/values/json-size.ts";

/** Maximum number of values. A page of a thousand contracts has a few hundred thousand. */
const maxValues = 10_000_000;
/**
 * Maximum depth. Contract values nest up to 100 levels, and each takes two or three levels in JSON.
 */
const maxLevels = 1_000;

/**
 * Parses JSON from another server. If the text is not JSON or exceeds the limits, throws the error
 * that `mismatch` returns.
 */
export const parseRemoteJson = (text: string, mismatch: (found: string) => Error): unknown => {
  if (hasMoreJsonValuesThan(text, maxValues)) {
    throw mismatch(`the response has more than ${maxValues} values`);
  }
  const json = parseJson(text, mismatch);
  if (isParsedJsonNestedDeeperThan(json, maxLevels)) {
    throw mismatch(`the response nests deeper than ${maxLevels} levels`);
  }
  return json;
};

const parseJson = (text: string, mismatch: (found: string) => Error): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw mismatch("the response is not JSON, or is incomplete");
  }
};
