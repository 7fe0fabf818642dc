import { join } from "node:path";
import { parseArgs } from "node:util";

import { compareWithCommit } from "./runner/commands/compare.ts";
import { drawBenchReport } from "./runner/commands/draw.ts";
import { runParticipantComparison } from "./runner/commands/participant.ts";
import { runBenches } from "./runner/commands/run.ts";

// npm run bench -- [NAME …]
//   runs the benches whose names begin with NAME, or all, and writes the results to .build/bench
// npm run bench -- --compare REF [--rounds N] [--fail] [NAME …]
//   runs the benches of this work tree and of a commit alternately; with --fail, the exit code is 1 if a figure is
//   worse: the whole interval of its ratio is on the worse side of 1
// npm run bench -- --release TAG
//   runs all benches, and stores the results in bench/history
// npm run bench -- --report
//   draws the figures of all releases, and the newest run of this machine, as bench/report.html
// npm run bench -- --participant URL [--participant-token TOKEN] [--participant-pid PID] [--rounds N] [--seconds N]
//   compares our command with a running participant, with one client

const repositoryRoot = join(import.meta.dirname, "..");
const stopController = new AbortController();
// The first signal stops the run and cleans up; a second one has the default effect.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => stopController.abort());
}

const runCommandLine = async (): Promise<boolean> => {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      release: { type: "string" },
      report: { type: "boolean", default: false },
      participant: { type: "string" },
      "participant-token": { type: "string" },
      "participant-pid": { type: "string" },
      seconds: { type: "string" },
      compare: { type: "string" },
      rounds: { type: "string" },
      fail: { type: "boolean", default: false },
    },
  });
  if (values.compare !== undefined) {
    const { compare: ref, rounds, fail } = values;
    return compareWithCommit({
      root: repositoryRoot,
      ref,
      names,
      rounds,
      isFailing: fail,
      signal: stopController.signal,
    });
  }
  if (values.participant !== undefined) {
    const { participant: url, rounds, seconds } = values;
    const token = values["participant-token"];
    const pid = values["participant-pid"];
    return runParticipantComparison({
      root: repositoryRoot,
      url,
      token,
      pid,
      rounds,
      seconds,
      signal: stopController.signal,
    });
  }
  if (values.report) return drawBenchReport(repositoryRoot);
  return runBenches({
    root: repositoryRoot,
    names,
    release: values.release,
    signal: stopController.signal,
  });
};

/** Returns true for errors that the user can fix: an unknown name or an invalid option. */
const isUserError = (error: unknown): error is Error =>
  error instanceof RangeError ||
  (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE"));

try {
  if (!(await runCommandLine())) process.exitCode = 1;
} catch (error) {
  if (!stopController.signal.aborted && !isUserError(error)) throw error;
  console.error(isUserError(error) ? error.message : "Stopped.");
  process.exitCode = stopController.signal.aborted ? 130 : 1;
}
