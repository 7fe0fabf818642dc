import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

import { coverageTable, readCoverage } from "../../fixtures/index.ts";
import { defaultConfig } from "../../lib/api.ts";
import { ledgerError } from "../../lib/index.ts";
import { getLedgerApiPipeline } from "../served/get-ledger-api-pipeline.ts";
import { getHistoryApiPipeline } from "../served/history-api.ts";
import { writeOutputFile } from "./output-file.ts";
import type { CommandLineIo, CoverageTask } from "./settings.ts";
import { writeLcov } from "./write-lcov.ts";

/**
 * Runs a command whose tests use `useLedger`, in any number of processes. Prints and writes what the
 * tests covered. Resolves to the exit code of the command.
 *
 * Raises INVALID_ARGUMENT if there is neither a command nor a report of an earlier one, and if the
 * command cannot be started.
 */
export const runCommandWithCoverage = async (
  task: CoverageTask,
  line: CommandLineIo,
  stop: AbortSignal,
): Promise<number> => {
  const [program, ...given] = task.testing;
  if (program === undefined) {
    await writeCoverageReport(existingReportFolder(line.environment), task, line);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), "ledger-coverage-"));
  try {
    const environment = { ...line.environment, [coverageFolderVariable]: folder };
    const code = await runProgram({ program, given, environment }, stop);
    await writeCoverageReport(folder, task, line);
    return code;
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Environment variable with the folder that tests write into. */
const coverageFolderVariable = "LEDGER_IN_A_BOX_COVERAGE";

const existingReportFolder = ({
  [coverageFolderVariable]: folder = "",
}: CommandLineIo["environment"]): string => {
  if (existsSync(folder)) return folder;
  if (folder !== "") {
    throw ledgerError("INVALID_ARGUMENT", { cause: `No tests have written to ${folder}.` });
  }
  throw ledgerError("INVALID_ARGUMENT", {
    cause:
      "Name the test command, as in: ledger-in-a-box coverage -- npm test; or the folder " +
      `that tests wrote into as ${coverageFolderVariable}.`,
  });
};

const writeCoverageReport = async (
  folder: string,
  { output, lcov }: CoverageTask,
  { write }: CommandLineIo,
): Promise<void> => {
  const { apiVersion } = defaultConfig;
  const operations = [
    ...getLedgerApiPipeline(apiVersion).operationIds,
    ...getHistoryApiPipeline().operationIds,
  ];
  const coverage = readCoverage(folder, operations);
  await writeOutputFile(output, `${JSON.stringify(coverage, undefined, 2)}\n`);
  if (lcov !== undefined) await writeLcov(lcov, coverage.modules);
  write(`\n${coverageTable(coverage)}\n\nAs JSON: ${output}\n`);
};

interface ProgramCommand {
  readonly program: string;
  readonly given: readonly string[];
  readonly environment: CommandLineIo["environment"];
}

const runProgram = async (
  { program, given, environment }: ProgramCommand,
  stop: AbortSignal,
): Promise<number> => {
  // On Windows, programs of npm are scripts, which only a shell finds.
  const shell = process.platform === "win32";
  const child = spawn(program, given, { stdio: "inherit", env: environment, shell });
  // After Ctrl-C, the terminal has sent the signal to the child as well.
  stop.addEventListener("abort", () => child.kill());
  try {
    const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + constants.signals[signal ?? "SIGTERM"];
  } catch (error) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `${program} cannot be run: ${error instanceof Error ? error.message : String(error)}`,
    });
  }
};
