import { fork } from "node:child_process";
import { once } from "node:events";
import { join, relative, sep } from "node:path";
import { parseArgs } from "node:util";

import { recordPathOverHttp } from "./over-http.ts";
import type { CallPathReport } from "./probe.ts";

// npm run path -- [--list]
//
// Counts the source files and promises that one create passes through, over HTTP and in process. Ends with
// exit code 1 if a count exceeds its limit. With --list it prints the files, too.

const { values } = parseArgs({ options: { list: { type: "boolean", default: false } } });
const repositoryRoot = join(import.meta.dirname, "..", "..");

const recordPathInProcess = async (): Promise<CallPathReport> => {
  const child = fork(join(import.meta.dirname, "in-process.ts"), {
    execArgv: ["--import", "tsx", "--import", join(import.meta.dirname, "probe.ts")],
    // A reader of this process's output must not wait for the child.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  try {
    const [report] = (await once(child, "message")) as [CallPathReport];
    return report;
  } finally {
    child.kill("SIGKILL");
  }
};

/** Excludes dependencies and the files of the measurement. */
const listSourceFiles = ({ files }: CallPathReport): readonly string[] =>
  files
    .map((file) => relative(repositoryRoot, file).split(sep).join("/"))
    .filter((file) => /^(?:lib|middleware|fixtures)\//u.test(file))
    .sort();

const measuredPaths = [
  {
    name: "over HTTP",
    report: await recordPathOverHttp(repositoryRoot),
    limits: { files: 120, promises: 18 },
  },
  { name: "in process", report: await recordPathInProcess(), limits: { files: 98, promises: 6 } },
];
for (const { name, report, limits } of measuredPaths) {
  const files = listSourceFiles(report);
  if (values.list) console.log(files.join("\n"));
  const counts = { files: files.length, promises: report.promises };
  console.log(
    `One create ${name}: ${counts.files} files (limit ${limits.files}), ${counts.promises} promises (limit ${limits.promises})`,
  );
  if (counts.files > limits.files || counts.promises > limits.promises) process.exitCode = 1;
}
