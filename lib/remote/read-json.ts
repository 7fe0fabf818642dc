import { hasMoreValues, isDeeper } from "../base/values/many-values.ts";

/** A page of a thousand contracts has some hundred thousand values. */
const maxValues = 10_000_000;
/** Values of contracts nest up to a hundred levels, of which each takes two or three in JSON. */
const maxLevels = 1_000;

/** What somebody else has answered. Raises what `misfit` gives for what is no JSON, and for more of it than a ledger has. */
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
