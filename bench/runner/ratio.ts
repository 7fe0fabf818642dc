import { median } from "./measured.ts";

/**
 * The cost of one build relative to another, from alternating rounds. Each ratio compares two adjacent
 * rounds.
 */
export interface CostRatio {
  readonly median: number;
  /** Interval that contains the true median with probability {@link coverage}. */
  readonly low: number;
  readonly high: number;
  readonly coverage: number;
  readonly samples: readonly number[];
}

/**
 * Minimum number of rounds: with fewer, the interval would miss the true median in more than one of ten
 * cases.
 */
export const minRounds = 5;

const wantedCoverage = 0.9;

/**
 * Returns the ratio with a distribution-free interval between two sorted samples that are equally far from
 * the ends. The probability that it misses the true median follows from the binomial distribution (sign
 * test), without assumptions about the distribution of the samples.
 */
export const computeRatio = (samples: readonly number[]): CostRatio => {
  const sorted = samples.toSorted((one, other) => one - other);
  let outside = 0;
  while (computeCoverage(sorted.length, outside + 1) >= wantedCoverage) outside++;
  return {
    median: median(sorted),
    low: sorted[outside] ?? Number.NaN,
    high: sorted[sorted.length - 1 - outside] ?? Number.NaN,
    coverage: computeCoverage(sorted.length, outside),
    samples,
  };
};

/**
 * Returns the probability that the true median lies between the sorted samples, without `outside` of them
 * at each end.
 */
const computeCoverage = (count: number, outside: number): number => {
  let term = 0.5 ** count;
  let missed = 0;
  for (let heads = 0; heads <= outside; heads++) {
    missed += term;
    term *= (count - heads) / (heads + 1);
  }
  return 1 - 2 * missed;
};

export type RatioVerdict = "better" | "worse" | "same";

/** Returns the verdict: better or worse if the whole interval is on one side of 1. */
export const toRatioVerdict = (
  { low, high }: CostRatio,
  better: "lower" | "higher",
): RatioVerdict => {
  if (low > 1) return better === "higher" ? "better" : "worse";
  if (high < 1) return better === "higher" ? "worse" : "better";
  return "same";
};
