import { invalidArgument } from "../../ground/errors/argument-error.ts";

const longestMillis = 60_000;

/** For how long commands are in flight, in milliseconds. Raises INVALID_ARGUMENT. */
export const commitDelayFrom = (millis: number): number => {
  if (Number.isSafeInteger(millis) && millis >= 0 && millis <= longestMillis) return millis;
  throw invalidArgument({
    expected: `a whole number of milliseconds from 0 to ${longestMillis} as the commit delay`,
    found: millis,
  });
};
