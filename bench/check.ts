import { join } from "node:path";
import { parseArgs } from "node:util";

import { buildOtherCommit } from "./runner/git-ref-build.ts";
import { formatJudgedRatios, type JudgedRatio, judgeRatios } from "./runner/judge.ts";
import { describeMachine, runGit } from "./runner/machine.ts";
import { runProcess } from "./runner/run-process.ts";

// npm run bench:check [-- --with REF]
//
// Checks that the most frequent operations are not slower than in the last release: both builds in one
// process, in short alternating rounds, in several processes. A result that seems slower is measured again,
// and fails only if it is slower twice. Without a release, nothing is checked. A release that cannot be
// built or run is a failure, so that the check is never skipped silently.

const repositoryRoot = join(import.meta.dirname, "..");
const processCount = 5;
const { values } = parseArgs({ options: { with: { type: "string" } } });
const stopController = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => stopController.abort());
}

/** Returns the last release tag before this commit, so that a release is compared with the previous one. */
const findLastReleaseTag = (): string | undefined => {
  try {
    return runGit(
      repositoryRoot,
      "describe",
      "--tags",
      "--abbrev=0",
      "--match",
      "v[0-9]*",
      "HEAD^",
    );
  } catch {
    return undefined;
  }
};

/** Returns the ratios of several processes; the order of loading alternates. */
const measureRatios = async (other: string): Promise<readonly JudgedRatio[]> => {
  const found: Record<string, number>[] = [];
  for (let each = 0; each < processCount; each++) {
    const isFirst = each % 2 === 0;
    const { code, output } = await runProcess(
      process.execPath,
      [
        "--expose-gc",
        "--max-semi-space-size=64",
        ...["--import", "tsx", join(repositoryRoot, "bench", "check-turns.ts")],
        ...(isFirst ? [repositoryRoot, other] : [other, repositoryRoot]),
      ],
      {
        cwd: repositoryRoot,
        environment: { TSX_TSCONFIG_PATH: join(repositoryRoot, "bench", "built.tsconfig.json") },
        signal: stopController.signal,
      },
    );
    if (output.includes(JSON.stringify({ failed: other }))) {
      throw new RangeError(`the other build cannot do what is compared:\n${output}`);
    }
    if (code !== 0) throw new TypeError(`this build cannot do what is compared:\n${output}`);
    const { ratios } = JSON.parse(output) as { readonly ratios: Record<string, number> };
    const ours = Object.entries(ratios).map(([name, ratio]) => [name, isFirst ? ratio : 1 / ratio]);
    found.push(Object.fromEntries(ours) as Record<string, number>);
  }
  return judgeRatios(found);
};

/** Resolves to the operations that are slower in both measurements. */
const findSlowerOperations = async (ref: string): Promise<readonly string[]> => {
  const other = await buildOtherCommit(repositoryRoot, ref, stopController.signal);
  try {
    console.log(`Beside ${ref}; ${describeMachine()}\n`);
    const worse = async (): Promise<readonly string[]> => {
      const judged = await measureRatios(other.root);
      console.log(`${formatJudgedRatios(judged)}\n`);
      return judged.flatMap(({ name, isWorse }) => (isWorse ? [name] : []));
    };
    const first = await worse();
    if (first.length === 0) return [];
    console.log("Once more:\n");
    const second = await worse();
    return first.filter((name) => second.includes(name));
  } finally {
    other.remove();
  }
};

const comparedGitRef = values.with ?? findLastReleaseTag();
if (comparedGitRef === undefined) {
  console.log("Skipped: no tag of a release lies before this commit.");
} else {
  try {
    const worse = await findSlowerOperations(comparedGitRef);
    if (worse.length > 0) {
      console.error(`Slower than ${comparedGitRef}: ${worse.join(", ")}`);
      process.exitCode = 1;
    } else {
      console.log(`Nothing is slower than ${comparedGitRef}, as far as this machine can tell.`);
    }
  } catch (error) {
    if (stopController.signal.aborted) {
      console.error("Stopped.");
      process.exitCode = 130;
    } else if (error instanceof RangeError) {
      console.error(`Not compared with ${comparedGitRef}: ${error.message}`);
      process.exitCode = 1;
    } else {
      throw error;
    }
  }
}
