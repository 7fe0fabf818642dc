import type { FigureOfBench, MeasuredFigure, MeasuredRun } from "../runner/measured.ts";

/** A run with its name on the page: a release, or the newest run of this machine. */
export interface NamedRun {
  readonly label: string;
  readonly run: MeasuredRun;
}

/** A figure in all runs that have it, oldest first. */
export interface FigureSeries extends FigureOfBench {
  readonly target?: MeasuredFigure["target"];
  readonly points: readonly [SeriesPoint, ...SeriesPoint[]];
}

export interface SeriesPoint {
  readonly label: string;
  readonly date: string;
  readonly commit: string;
  /** Machine and Node version. Figures can be compared on one machine only, ratios between machines. */
  readonly machine: string;
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Returns the figures in the order of the last run, followed by figures that only earlier runs have. */
export const collectSeries = (runs: readonly NamedRun[]): readonly FigureSeries[] => {
  const found = new Map<
    string,
    { figure: MeasuredFigure; at: BenchTitle; points: SeriesPoint[] }
  >();
  for (const { label, run } of runs.toReversed()) {
    for (const { name: bench, title, figures } of run.benches) {
      for (const figure of figures) {
        const key = JSON.stringify([bench, title, figure.name]);
        const entry = found.get(key) ?? { figure, at: { bench, title }, points: [] };
        found.set(key, entry);
        entry.points.unshift(createPoint(label, run, figure));
      }
    }
  }
  return [...found.values()].flatMap(({ figure, at, points: [first, ...rest] }) => {
    if (first === undefined) return [];
    const { name, unit, better, isRatio, target } = figure;
    const withTarget = target === undefined ? {} : { target };
    return [{ ...at, name, unit, better, isRatio, ...withTarget, points: [first, ...rest] }];
  });
};

type BenchTitle = Pick<FigureOfBench, "bench" | "title">;

const createPoint = (label: string, run: MeasuredRun, figure: MeasuredFigure): SeriesPoint => ({
  label,
  date: run.date,
  commit: run.commit,
  machine: `${run.machine.processors} × ${run.machine.model}, Node ${run.node}`,
  median: figure.median,
  low: figure.spread.low,
  high: figure.spread.high,
});

export type FigureChange =
  | { readonly kind: "better" | "worse"; readonly ratio: number; readonly since: string }
  | { readonly kind: "within"; readonly since: string }
  | { readonly kind: "elsewhere"; readonly since: string };

/**
 * Returns the change from the previous point to the last one: `within` if the quartile ranges
 * overlap, `elsewhere` if the machines differ and the figure is not a ratio. Undefined if there is
 * no previous point.
 */
export const computeFigureChange = ({
  points,
  isRatio,
  better,
}: FigureSeries): FigureChange | undefined => {
  const [last, before] = points.toReversed();
  if (last === undefined || before === undefined) return undefined;
  const since = before.label;
  if (!isRatio && last.machine !== before.machine) return { kind: "elsewhere", since };
  if (last.low <= before.high && before.low <= last.high) return { kind: "within", since };
  const isHigher = last.median > before.median;
  const kind = isHigher === (better === "higher") ? "better" : "worse";
  return { kind, ratio: last.median / before.median, since };
};

/** Returns whether the last point meets its target; undefined if there is no target. */
export const isFigureTargetMet = ({ target, points }: FigureSeries): boolean | undefined => {
  const last = points.at(-1);
  if (target === undefined || last === undefined) return undefined;
  return "atMost" in target ? last.median <= target.atMost : last.median >= target.atLeast;
};
