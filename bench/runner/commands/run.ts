import { requireReleaseTag, saveReleaseRun } from "../history.ts";
import { formatRunContext, readRunContext } from "../machine.ts";
import type { MeasuredBench, MeasuredRun } from "../measured.ts";
import { runBench, selectBenches } from "../run-bench.ts";
import { formatTimeForFileName, writeResultFile } from "../written.ts";

export interface RunBenchesOptions {
  readonly root: string;
  readonly names: readonly string[];
  /** The release tag under which the run is stored in bench/history. */
  readonly release?: string | undefined;
  readonly signal: AbortSignal;
}

/** Runs benches and writes the results. Resolves to true if all of them succeeded. */
export const runBenches = async ({
  root,
  names,
  release,
  signal,
}: RunBenchesOptions): Promise<boolean> => {
  const about = readRunContext(root);
  if (release !== undefined) {
    requireReleaseTag(release);
    if (about.isChanged || names.length > 0) {
      throw new RangeError("A release has all benches, of a clean work tree");
    }
  }
  const chosen = selectBenches({ root }, names);
  console.log(formatRunContext(about));
  const benches: MeasuredBench[] = [];
  let hasFailed = false;
  for (const name of chosen) {
    const done = await runBench({ root }, name, { isShown: true, signal });
    benches.push(...done.benches);
    if (done.hasFailed) hasFailed = true;
  }
  // A partial run, or a run of uncommitted changes, does not replace the complete results of a commit.
  const isWhole = names.length === 0 && !about.isChanged;
  const measured: MeasuredRun = { ...about, benches };
  writeResultFile(
    root,
    isWhole ? about.commit.slice(0, 12) : formatTimeForFileName(about.date),
    measured,
  );
  if (release !== undefined && !hasFailed) saveReleaseRun(root, release, measured);
  return !hasFailed;
};
