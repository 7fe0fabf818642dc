import { cpus, totalmem } from "node:os";

/** One measured claim: what was measured, what it came to, what it must come to. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
}

const meets = ({ value, target }: Figure): boolean | undefined => {
  if (target === undefined) return undefined;
  return "atMost" in target ? value <= target.atMost : value >= target.atLeast;
};

const targetText = ({ target, unit }: Figure): string => {
  if (target === undefined) return "";
  return "atMost" in target ? `≤ ${target.atMost} ${unit}` : `≥ ${target.atLeast} ${unit}`;
};

const round = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toPrecision(3);

/** Prints the figures of one bench as a Markdown table. */
export const report = (title: string, figures: readonly Figure[]): void => {
  console.log(`\n## ${title}\n\n| Figure | Measured | Target | Met |\n|---|---|---|---|`);
  for (const figure of figures) {
    const met = meets(figure);
    const mark = met === undefined ? "" : met ? "yes" : "**no**";
    console.log(
      `| ${figure.name} | ${round(figure.value)} ${figure.unit} | ${targetText(figure)} | ${mark} |`,
    );
  }
};

/** The machine and versions a run was made with: figures mean nothing without them. */
export const environment = (): string => {
  const model = cpus()[0]?.model ?? "unknown processor";
  const memory = Math.round(totalmem() / 2 ** 30);
  return `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${model}, ${memory} GiB, ${new Date().toISOString()}`;
};

/** The p-th percentile, 0 … 1, of the samples. */
const percentile = (samples: readonly number[], p: number): number => {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
};

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);
