import { hasMoreValues, isDeeper } from "../base/values/json-size.ts";

/** Maximum number of values; a page of a thousand contracts has a few hundred thousand. */
const maxValues = 10_000_000;
/**
 * Maximum depth; contract values nest up to 100 levels, and each takes two or three levels in JSON.
 */
const maxLevels = 1_000;

/**
 * Parses JSON from a foreign server. Throws the error that `misfit` returns if the text is not JSON
 * or exceeds the limits.
 */
export const readJson = (text: string, misfit: (found: string) => Error): unknown => {
  if (hasMoreValues(text, maxValues)) throw misfit(`it has more than ${maxValues} values`);
  const json = parsed(text, misfit);
  if (isDeeper(json, maxLevels)) throw misfit(`it nests deeper than ${maxLevels} levels`);
  return json;
};

const parsed = (text: string, misfit: (found: string) => Error): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw misfit("its answer is not JSON, or was cut");
  }
};
