import type { MeasuredFigure, MeasuredRun } from "../../bench/runner/measured.ts";

const figure = { unit: "ms", better: "lower", isRatio: false, samples: [] } as const;

/** Returns a figure whose quartiles are a tenth below and above its median. */
export const measuredFigure = (
  name: string,
  median: number,
  more: Partial<MeasuredFigure> = {},
): MeasuredFigure => ({
  ...figure,
  name,
  median,
  spread: { low: median * 0.9, high: median * 1.1 },
  ...more,
});

/** Returns a run of the bench `start` on a machine with this processor model. */
export const measuredRun = (
  figures: readonly MeasuredFigure[],
  { date = "2026-01-01T00:00:00.000Z", model = "Example 1", commit = "0123456789abcdef" } = {},
): MeasuredRun => ({
  schema: 1,
  commit,
  isChanged: false,
  date,
  machine: { platform: "linux", arch: "x64", model, processors: 2, memoryGiB: 24, load: 0.5 },
  node: "v20.20.2",
  benches: [{ name: "start", title: "Start-up", figures }],
});
