import { median } from "./measured.ts";

/** What one build takes over another, of rounds in turn: each ratio is of the two that ran next to each other. */
export interface Ratio {
  readonly median: number;
  /** Where the true median lies as a rule: {@link coverage} of the time. */
  readonly low: number;
  readonly high: number;
  readonly coverage: number;
  readonly samples: readonly number[];
}

/** Fewer tell nothing: an interval of them would miss the true median more than one time in ten. */
export const leastRounds = 5;

const wantedCoverage = 0.9;

/**
 * The interval is from one of the sorted ratios to the one that is as far from the other end, which misses the median of whatever
 * they are drawn from as often as a coin falls so unevenly: nothing is assumed of how they are spread, and nothing is drawn by lot.
 */
export const ratioOf = (samples: readonly number[]): Ratio => {
  const sorted = samples.toSorted((one, other) => one - other);
  let outside = 0;
  while (coverageOf(sorted.length, outside + 1) >= wantedCoverage) outside++;
  return {
    median: median(sorted),
    low: sorted[outside] ?? Number.NaN,
    high: sorted[sorted.length - 1 - outside] ?? Number.NaN,
    coverage: coverageOf(sorted.length, outside),
    samples,
  };
};

/** How often the true median lies between the sorted samples, without so many at each end. */
const coverageOf = (count: number, outside: number): number => {
  let term = 0.5 ** count;
  let missed = 0;
  for (let heads = 0; heads <= outside; heads++) {
    missed += term;
    term *= (count - heads) / (heads + 1);
  }
  return 1 - 2 * missed;
};

export type Verdict = "better" | "worse" | "same";

/** Better or worse where all of the interval is on one side of 1. */
export const verdictOf = ({ low, high }: Ratio, better: "lower" | "higher"): Verdict => {
  if (low > 1) return better === "higher" ? "better" : "worse";
  if (high < 1) return better === "higher" ? "worse" : "better";
  return "same";
};
