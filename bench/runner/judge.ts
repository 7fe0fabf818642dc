import { median, summarizeSamples } from "./measured.ts";

/** The cost of one kind of work relative to the other build, and whether it is too high. */
export interface JudgedRatio {
  readonly name: string;
  readonly ratio: number;
  /** Half of the interquartile range of the processes. */
  readonly spread: number;
  /** Maximum allowed ratio. */
  readonly limit: number;
  readonly isWorse: boolean;
}

/** Minimum loss that counts: a tenth. To find smaller losses, use `npm run bench -- --compare`. */
const minRelevantLoss = 0.1;
const spreadFactor = 3;

/**
 * Judges the ratios of several processes, each of which loaded both builds. A ratio is worse if it exceeds
 * 1 by a tenth and by three times the spread. On a machine with a large spread, no ratio is worse.
 */
export const judgeRatios = (
  processes: readonly Readonly<Record<string, number>>[],
): readonly JudgedRatio[] => {
  const names = Object.keys(processes[0] ?? {});
  return names.map((name) => {
    const ratios = processes.map((ratiosOf) => ratiosOf[name] ?? Number.NaN);
    const ratio = median(ratios);
    const { low, high } = summarizeSamples(ratios).spread;
    const spread = (high - low) / 2;
    const limit = 1 + Math.max(minRelevantLoss, spreadFactor * spread);
    return { name, ratio, spread, limit, isWorse: ratio > limit };
  });
};

export const formatJudgedRatios = (all: readonly JudgedRatio[]): string =>
  [
    "| Work | Here over there | ± | Limit | |",
    "|---|---|---|---|---|",
    ...all.map(
      ({ name, ratio, spread, limit, isWorse }) =>
        `| ${name} | ${ratio.toFixed(3)} | ${spread.toFixed(3)} | ${limit.toFixed(3)} | ${isWorse ? "**worse**" : ""} |`,
    ),
  ].join("\n");
