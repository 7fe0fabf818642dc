import { appendFileSync } from "node:fs";
import { basename } from "node:path";

import { type MeasuredFigure, summarizeSamples } from "./runner/measured.ts";

/** A measured figure with its target. */
export interface ReportedFigure {
  readonly name: string;
  readonly unit: string;
  /** The measured values; the report shows their median and spread. */
  readonly samples: readonly number[];
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
  /** The better direction of a figure without a target. Default: higher for rates, lower for others. */
  readonly better?: "lower" | "higher";
  /**
   * True if the figure is relative to a baseline of the same run, so that machines can be compared. Default:
   * true for figures in ×.
   */
  readonly isRatio?: boolean;
}

const selectBetterDirection = ({ target, better, unit }: ReportedFigure): "lower" | "higher" => {
  if (target !== undefined) return "atMost" in target ? "lower" : "higher";
  return better ?? (unit === "/s" ? "higher" : "lower");
};

const toMeasuredFigure = (figure: ReportedFigure): MeasuredFigure => ({
  name: figure.name,
  unit: figure.unit,
  better: selectBetterDirection(figure),
  isRatio: figure.isRatio ?? figure.unit === "×",
  ...summarizeSamples(figure.samples),
  ...(figure.target === undefined ? {} : { target: figure.target }),
});

const formatTarget = ({ target, unit }: MeasuredFigure): string => {
  if (target === undefined) return "";
  return "atMost" in target ? `≤ ${target.atMost} ${unit}` : `≥ ${target.atLeast} ${unit}`;
};

const formatTargetMark = ({ target, median }: MeasuredFigure): string => {
  if (target === undefined) return "";
  const isMet = "atMost" in target ? median <= target.atMost : median >= target.atLeast;
  return isMet ? "yes" : "**no**";
};

export const formatRounded = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toPrecision(3);

/** Returns the range between the quartiles; empty for a single value. */
const formatQuartileRange = ({ spread, samples }: MeasuredFigure): string =>
  samples.length < 2 ? "" : `${formatRounded(spread.low)} – ${formatRounded(spread.high)}`;

/**
 * Prints the figures of one bench as a Markdown table, and passes them to the bench runner if it has
 * started the process.
 */
export const reportFigures = (title: string, figures: readonly ReportedFigure[]): void => {
  const all = figures.map(toMeasuredFigure);
  console.log(
    `\n## ${title}\n\n| Figure | Measured | Quartiles | Target | Met |\n|---|---|---|---|---|`,
  );
  for (const figure of all) {
    console.log(
      `| ${figure.name} | ${formatRounded(figure.median)} ${figure.unit} | ${formatQuartileRange(figure)} | ${formatTarget(figure)} | ${formatTargetMark(figure)} |`,
    );
  }
  const file = process.env["LEDGER_BENCH_FIGURES"];
  if (file === undefined) return;
  const name = basename(process.argv[1] ?? "", ".bench.ts");
  appendFileSync(file, `${JSON.stringify({ name, title, figures: all })}\n`);
};

export { describeMachine } from "./runner/machine.ts";
export { median } from "./runner/measured.ts";
