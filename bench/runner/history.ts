import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { NamedRun } from "../page/series.ts";
import { type MeasuredBench, type MeasuredRun, resultSchemaVersion } from "./measured.ts";
import { formatResultJson, resultFolder } from "./written.ts";

/** Returns the folder with a run for each release, named after its tag. */
export const historyFolder = (root: string): string => join(root, "bench", "history");

const tagPattern = /^v(\d+)\.(\d+)\.(\d+)(?:-[\w.]+)?$/u;

/** Raises RangeError for an invalid release name. */
export const requireReleaseTag = (tag: string): void => {
  if (tagPattern.test(tag)) return;
  throw new RangeError(`--release is named as its tag, such as v1.2.3, not ${tag}`);
};

export const saveReleaseRun = (root: string, tag: string, run: MeasuredRun): void => {
  mkdirSync(historyFolder(root), { recursive: true });
  writeFileSync(join(historyFolder(root), `${tag}.json`), formatResultJson(run));
};

/**
 * Returns the runs of the releases, oldest first, and the newest run of this machine since the last
 * release.
 */
export const readKeptRuns = (root: string): readonly NamedRun[] => {
  const releases = readRuns(historyFolder(root)).toSorted((one, other) =>
    one.label.localeCompare(other.label, "en", { numeric: true }),
  );
  const since = releases.at(-1)?.run.date ?? "";
  const newest = findNewestRun(
    readRuns(resultFolder(root)).flatMap(({ run }) => (run.date > since ? [run] : [])),
  );
  return newest === undefined ? releases : [...releases, { label: "now", run: newest }];
};

/**
 * Returns the newest run. Benches that it lacks are added from the newest run of the same commit that has
 * them.
 */
const findNewestRun = (runs: readonly MeasuredRun[]): MeasuredRun | undefined => {
  const [newest, ...earlier] = runs.toSorted((one, other) => (one.date < other.date ? 1 : -1));
  if (newest === undefined) return undefined;
  const benches: MeasuredBench[] = [...newest.benches];
  for (const run of earlier) {
    if (run.commit !== newest.commit) continue;
    const known = new Set(benches.map(({ name }) => name));
    benches.push(...run.benches.filter(({ name }) => !known.has(name)));
  }
  return { ...newest, benches };
};

/**
 * Returns the runs in a folder that this version can read; other files, such as comparisons, are ignored.
 */
const readRuns = (folder: string): readonly NamedRun[] =>
  listJsonFiles(folder).flatMap((file) => {
    const run = JSON.parse(readFileSync(join(folder, file), "utf8")) as Partial<MeasuredRun>;
    const isRun = run.schema === resultSchemaVersion && run.benches !== undefined;
    return isRun ? [{ label: file.slice(0, -".json".length), run: run as MeasuredRun }] : [];
  });

const listJsonFiles = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).filter((file) => file.endsWith(".json"));
  } catch {
    return [];
  }
};
