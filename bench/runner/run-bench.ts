import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { MeasuredBench } from "./measured.ts";
import { runProcess } from "./run-process.ts";

/** A build to measure: the root of a work tree that contains `dist`. */
export interface MeasuredBuild {
  readonly root: string;
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface BenchRun {
  /** Figures that it reported before it ended or failed. */
  readonly benches: readonly MeasuredBench[];
  readonly hasFailed: boolean;
  /** Its output, if it was not shown. */
  readonly output: string;
}

/** Returns the names of the benches of a build. */
export const listBenchNames = ({ root }: MeasuredBuild): readonly string[] =>
  readdirSync(join(root, "bench"))
    .flatMap((file) => /^(.+)\.bench\.ts$/u.exec(file)?.slice(1) ?? [])
    .sort();

/**
 * Returns the benches whose names begin with one of the beginnings, in their usual order. Each beginning
 * must match at least one.
 */
export const selectBenches = (
  build: MeasuredBuild,
  beginnings: readonly string[],
): readonly string[] => {
  const names = listBenchNames(build);
  for (const beginning of beginnings) {
    if (names.some((name) => name.startsWith(beginning))) continue;
    throw new RangeError(`There is no bench ${beginning}: there are ${names.join(", ")}`);
  }
  return names.filter(
    (name) => beginnings.length === 0 || beginnings.some((beginning) => name.startsWith(beginning)),
  );
};

/**
 * Runs a bench in a separate process, so that heap and compiled code are not shared. Imports of the package
 * name resolve to the build: the process has no path mappings to the sources.
 */
export const runBench = async (
  { root, environment = {} }: MeasuredBuild,
  name: string,
  { isShown, signal }: { readonly isShown: boolean; readonly signal: AbortSignal },
): Promise<BenchRun> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-figures-"));
  const figures = join(folder, "figures.jsonl");
  try {
    const { code, output } = await runProcess(
      process.execPath,
      ["--expose-gc", "--import", "tsx", join(root, "bench", `${name}.bench.ts`)],
      {
        cwd: root,
        environment: {
          TSX_TSCONFIG_PATH: join(root, "bench", "built.tsconfig.json"),
          ...environment,
          LEDGER_BENCH_FIGURES: figures,
        },
        isShown,
        signal,
      },
    );
    return { benches: readFigures(figures), hasFailed: code !== 0, output };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const readFigures = (file: string): readonly MeasuredBench[] => {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    // The bench was skipped and printed the reason, or it failed.
    return [];
  }
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as MeasuredBench);
};
