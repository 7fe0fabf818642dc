/** Version of the file format of results. Increase it when readers must distinguish formats. */
export const resultSchemaVersion = 1;

/** A run as it is written to a file: the figures, the commit, the machine and the time. */
export interface MeasuredRun {
  readonly schema: typeof resultSchemaVersion;
  /** Commit of the work tree; if the tree has changes, the commit before them. */
  readonly commit: string;
  readonly isChanged: boolean;
  /** Start time in ISO 8601. */
  readonly date: string;
  readonly machine: MachineDescription;
  /** Node's version, such as `v24.1.0`. */
  readonly node: string;
  readonly benches: readonly MeasuredBench[];
}

export interface MachineDescription {
  readonly platform: string;
  readonly arch: string;
  readonly model: string;
  readonly processors: number;
  readonly memoryGiB: number;
  /** Load average of the minute before the run; other processes slow a bench down. */
  readonly load: number;
}

/** A table of a bench. */
export interface MeasuredBench {
  /** File name without its extension. */
  readonly name: string;
  readonly title: string;
  readonly figures: readonly MeasuredFigure[];
}

/** Properties of a figure. */
interface FigureKind {
  readonly name: string;
  readonly unit: string;
  readonly better: "lower" | "higher";
  /** True if the figure is relative to a baseline of the same run. */
  readonly isRatio: boolean;
}

/** A figure with its bench. */
export interface FigureOfBench extends FigureKind {
  readonly bench: string;
  /** Title of its table. */
  readonly title: string;
}

export interface MeasuredFigure extends FigureKind, SampleSummary {
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
}

export interface SampleSummary {
  readonly median: number;
  /** The lower and the upper quartile. */
  readonly spread: { readonly low: number; readonly high: number };
  readonly samples: readonly number[];
}

/** Returns the quantile of the samples for a part from 0 to 1. */
const quantile = (samples: readonly number[], part: number): number => {
  const sorted = samples.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

export const summarizeSamples = (samples: readonly number[]): SampleSummary => {
  const low = quantile(samples, 0.25);
  // Computed symmetrically to the lower quartile.
  const high = -quantile(
    samples.map((sample) => -sample),
    0.25,
  );
  return {
    median: roundToSignificantDigits(median(samples)),
    spread: { low: roundToSignificantDigits(low), high: roundToSignificantDigits(high) },
    samples: samples.map(roundToSignificantDigits),
  };
};

/** Rounds to six significant digits, more than any measurement provides. */
const roundToSignificantDigits = (value: number): number => Number(value.toPrecision(6));
