import type { FigureOfBench, MeasuredFigure } from "./measured.ts";
import { computeRatio, type CostRatio, type RatioVerdict, toRatioVerdict } from "./ratio.ts";
import { type BenchRun, type MeasuredBuild, runBench } from "./run-bench.ts";

/** A figure of both builds. */
export interface ComparedFigure extends FigureOfBench {
  /** Medians of the rounds. */
  readonly ours: readonly number[];
  /** Empty if the other build does not have the figure. */
  readonly theirs: readonly number[];
  /**
   * Our value divided by the other; absent if the other build does not have the figure or its value is 0.
   */
  readonly ratio?: CostRatio;
  readonly verdict?: RatioVerdict;
}

export interface BuildComparison {
  readonly figures: readonly ComparedFigure[];
  /** Benches that failed with one of the builds, and the beginning of their output. */
  readonly failures: readonly {
    readonly bench: string;
    readonly build: BuildSide;
    readonly output: string;
  }[];
}

export type BuildSide = "ours" | "theirs";

export interface CompareOptions {
  readonly rounds: number;
  readonly signal: AbortSignal;
  /** Called before each round. */
  readonly tell?: (bench: string, round: number) => void;
}

/**
 * Runs benches of two builds alternately, each in a separate process. The order changes in every round,
 * because the speed of a machine may change. A bench that fails with a build has no figures for it.
 */
export const compareBuilds = async (
  builds: Readonly<Record<BuildSide, MeasuredBuild>>,
  names: readonly string[],
  { rounds, signal, tell }: CompareOptions,
): Promise<BuildComparison> => {
  const figures: ComparedFigure[] = [];
  const failures: BuildComparison["failures"][number][] = [];
  for (const bench of names) {
    const runs: Record<BuildSide, BenchRun[]> = { ours: [], theirs: [] };
    const failed = new Set<BuildSide>();
    for (let round = 0; round < rounds && !failed.has("ours"); round++) {
      tell?.(bench, round);
      for (const side of round % 2 === 0 ? sidesTheirsFirst : sidesOursFirst) {
        if (failed.has(side)) continue;
        const run = await runBench(builds[side], bench, { isShown: false, signal });
        runs[side].push(run);
        if (!run.hasFailed) continue;
        failed.add(side);
        failures.push({ bench, build: side, output: run.output });
      }
    }
    figures.push(...compareFigures(bench, runs.ours, failed.has("theirs") ? [] : runs.theirs));
  }
  return { figures, failures };
};

const sidesTheirsFirst: readonly BuildSide[] = ["theirs", "ours"];
const sidesOursFirst: readonly BuildSide[] = ["ours", "theirs"];

const compareFigures = (
  bench: string,
  ours: readonly BenchRun[],
  theirs: readonly BenchRun[],
): readonly ComparedFigure[] =>
  (ours[0]?.benches ?? []).flatMap(({ title, figures }) =>
    figures.map(({ name, unit, better, isRatio }) => {
      const of = (runs: readonly BenchRun[]): readonly (number | undefined)[] =>
        runs.map((run) => findFigure(run, title, name)?.median);
      const [mine, others] = [of(ours), of(theirs)];
      const figure = { bench, title, name, unit, better, isRatio };
      return compareFigureSamples(figure, mine, others);
    }),
  );

const findFigure = (
  { benches }: BenchRun,
  title: string,
  name: string,
): MeasuredFigure | undefined =>
  benches.find((each) => each.title === title)?.figures.find((figure) => figure.name === name);

/** Ignores rounds in which one side has no value. */
export const compareFigureSamples = (
  figure: FigureOfBench,
  ours: readonly (number | undefined)[],
  theirs: readonly (number | undefined)[],
): ComparedFigure => {
  const ratios = ours.map((value, round) => (value ?? Number.NaN) / (theirs[round] ?? Number.NaN));
  const values = { ours: omitUndefined(ours), theirs: omitUndefined(theirs) };
  if (!ratios.every(Number.isFinite) || ratios.length === 0) return { ...figure, ...values };
  const ratio = computeRatio(ratios);
  return { ...figure, ...values, ratio, verdict: toRatioVerdict(ratio, figure.better) };
};

const omitUndefined = (values: readonly (number | undefined)[]): readonly number[] =>
  values.filter((value) => value !== undefined);
