/** How files of figures are written; raised when what reads them has to tell the forms apart. */
export const schemaVersion = 1;

/** A run as it is written to a file: what was measured, of which commit, where and when. */
export interface MeasuredRun {
  readonly schema: typeof schemaVersion;
  /** Of the work tree; of one that was changed since, what it was changed from. */
  readonly commit: string;
  readonly isChanged: boolean;
  /** When it began, ISO 8601. */
  readonly date: string;
  readonly machine: Machine;
  /** Its version, with a `v`. */
  readonly node: string;
  readonly benches: readonly MeasuredBench[];
}

export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly model: string;
  readonly processors: number;
  readonly memoryGiB: number;
  /** How many processes waited for a processor in the minute before: others slow a bench down. */
  readonly load: number;
}

/** A table of a bench. */
export interface MeasuredBench {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly figures: readonly MeasuredFigure[];
}

/** What a figure tells of. */
interface FigureKind {
  readonly name: string;
  readonly unit: string;
  readonly better: "lower" | "higher";
  /** Relative to a baseline of the same run. */
  readonly isRatio: boolean;
}

/** The same, among those of all benches. */
export interface FigureOfBench extends FigureKind {
  readonly bench: string;
  /** Of its table. */
  readonly title: string;
}

export interface MeasuredFigure extends FigureKind, Summary {
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
}

export interface Summary {
  readonly median: number;
  /** The lower and the upper quartile. */
  readonly spread: { readonly low: number; readonly high: number };
  readonly samples: readonly number[];
}

/** The value below which that part, 0 … 1, of the samples lies. */
const quantile = (samples: readonly number[], part: number): number => {
  const sorted = samples.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

export const summaryOf = (samples: readonly number[]): Summary => {
  const low = quantile(samples, 0.25);
  // As many lie above it as below the other.
  const high = -quantile(
    samples.map((sample) => -sample),
    0.25,
  );
  return {
    median: significant(median(samples)),
    spread: { low: significant(low), high: significant(high) },
    samples: samples.map(significant),
  };
};

/** No clock tells more of a bench. */
const significant = (value: number): number => Number(value.toPrecision(6));
