import { median, summaryOf } from "./measured.ts";

/** What one kind of work costs in this build over the other, and whether that is too much. */
export interface Judged {
  readonly name: string;
  readonly ratio: number;
  /** Half of what lies between the quartiles of the processes. */
  readonly spread: number;
  /** What the ratio must not exceed. */
  readonly limit: number;
  readonly isWorse: boolean;
}

/** What is less than a tenth slower is for a comparison to find, not for a check that everybody waits for. */
const leastLoss = 0.1;
const spreads = 3;

/**
 * Ratios of several processes, each of which had both builds in it. Worse is what exceeds 1 by a tenth and by three times the spread: on
 * a machine that cannot tell, nothing is.
 */
export const judge = (
  processes: readonly Readonly<Record<string, number>>[],
): readonly Judged[] => {
  const names = Object.keys(processes[0] ?? {});
  return names.map((name) => {
    const ratios = processes.map((ratiosOf) => ratiosOf[name] ?? Number.NaN);
    const ratio = median(ratios);
    const { low, high } = summaryOf(ratios).spread;
    const spread = (high - low) / 2;
    const limit = 1 + Math.max(leastLoss, spreads * spread);
    return { name, ratio, spread, limit, isWorse: ratio > limit };
  });
};

export const judgedText = (all: readonly Judged[]): string =>
  [
    "| Work | Here over there | ± | Limit | |",
    "|---|---|---|---|---|",
    ...all.map(
      ({ name, ratio, spread, limit, isWorse }) =>
        `| ${name} | ${ratio.toFixed(3)} | ${spread.toFixed(3)} | ${limit.toFixed(3)} | ${isWorse ? "**worse**" : ""} |`,
    ),
  ].join("\n");
