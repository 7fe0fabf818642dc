import { formatRounded } from "../report.ts";
import type { BuildComparison, ComparedFigure } from "./compare.ts";
import { median } from "./measured.ts";

/**
 * Returns Markdown with a table for each bench. Marks a figure as better or worse if the whole
 * interval of its ratio is on one side of 1.
 */
export const formatBuildComparison = (
  { figures, failures }: BuildComparison,
  ref: string,
): string => {
  const titles = new Set(figures.map(({ title }) => title));
  const tables = [...titles].map((title) => {
    const rows = figures.filter((figure) => figure.title === title).map(formatRow);
    const head = `| Figure | Here | ${ref} | Here over ${ref} | Interval | |\n|---|---|---|---|---|---|`;
    return `## ${title}\n\n${head}\n${rows.join("\n")}`;
  });
  const failed = failures.map(({ bench, build, output }) => {
    const where = build === "ours" ? "here" : `with ${ref}`;
    const last = output.trimEnd().split("\n").slice(-12).join("\n");
    return `${bench} fails ${where}, and is not compared:\n${last}`;
  });
  const count = (verdict: string): number =>
    figures.filter((figure) => figure.verdict === verdict).length;
  const [any] = figures.flatMap(({ ratio }) => (ratio === undefined ? [] : [ratio]));
  const sum =
    any === undefined
      ? "Nothing could be compared."
      : `${count("better")} better, ${count("worse")} worse, ${count("same")} the same. An interval holds the true ratio in ${(any.coverage * 100).toFixed(0)} of 100 such comparisons: of figures that did not change, ${((1 - any.coverage) * 100).toFixed(0)} in 100 are marked.`;
  return [...tables, ...failed, sum].join("\n\n");
};

const formatRow = ({ name, unit, ours, theirs, ratio, verdict }: ComparedFigure): string => {
  const mine = `| ${name} | ${formatRounded(median(ours))} ${unit} |`;
  if (theirs.length === 0) return `${mine} — | | | |`;
  const other = `${mine} ${formatRounded(median(theirs))} ${unit} |`;
  if (ratio === undefined) return `${other} | | |`;
  const mark = verdict === "worse" ? "**worse**" : verdict === "better" ? "better" : "";
  return `${other} ${ratio.median.toFixed(3)} | ${ratio.low.toFixed(3)} – ${ratio.high.toFixed(3)} | ${mark} |`;
};
