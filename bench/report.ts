import { appendFileSync } from "node:fs";
import { basename } from "node:path";

import { type MeasuredFigure, summaryOf } from "./runner/measured.ts";

/** One measured claim: what was measured, what it came to, what it must come to. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** What it came to, each time; what is told is their median, and how far they are spread. */
  readonly samples: readonly number[];
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
  /** Where there is no target: rates are better higher, everything else lower. */
  readonly better?: "lower" | "higher";
  /** Relative to a baseline of the same run, so that it means something on another machine, too. What is told in × is. */
  readonly isRatio?: boolean;
}

const betterOf = ({ target, better, unit }: Figure): "lower" | "higher" => {
  if (target !== undefined) return "atMost" in target ? "lower" : "higher";
  return better ?? (unit === "/s" ? "higher" : "lower");
};

const measured = (figure: Figure): MeasuredFigure => ({
  name: figure.name,
  unit: figure.unit,
  better: betterOf(figure),
  isRatio: figure.isRatio ?? figure.unit === "×",
  ...summaryOf(figure.samples),
  ...(figure.target === undefined ? {} : { target: figure.target }),
});

const targetText = ({ target, unit }: MeasuredFigure): string => {
  if (target === undefined) return "";
  return "atMost" in target ? `≤ ${target.atMost} ${unit}` : `≥ ${target.atLeast} ${unit}`;
};

const markOf = ({ target, median }: MeasuredFigure): string => {
  if (target === undefined) return "";
  const isMet = "atMost" in target ? median <= target.atMost : median >= target.atLeast;
  return isMet ? "yes" : "**no**";
};

export const round = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toPrecision(3);

/** From the lower to the upper quartile; nothing of what was measured once. */
const spreadText = ({ spread, samples }: MeasuredFigure): string =>
  samples.length < 2 ? "" : `${round(spread.low)} – ${round(spread.high)}`;

/** Prints the figures of one bench as a Markdown table, and hands them to the runner where one has started it. */
export const report = (title: string, figures: readonly Figure[]): void => {
  const all = figures.map(measured);
  console.log(
    `\n## ${title}\n\n| Figure | Measured | Quartiles | Target | Met |\n|---|---|---|---|---|`,
  );
  for (const figure of all) {
    console.log(
      `| ${figure.name} | ${round(figure.median)} ${figure.unit} | ${spreadText(figure)} | ${targetText(figure)} | ${markOf(figure)} |`,
    );
  }
  const file = process.env["LEDGER_BENCH_FIGURES"];
  if (file === undefined) return;
  const name = basename(process.argv[1] ?? "", ".bench.ts");
  appendFileSync(file, `${JSON.stringify({ name, title, figures: all })}\n`);
};

export { environment } from "./runner/machine.ts";
export { median } from "./runner/measured.ts";
