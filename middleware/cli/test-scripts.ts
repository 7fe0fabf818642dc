import { join } from "node:path";

import {
  choiceCoverageTable,
  collapsedStacks,
  createCodeProfile,
  mergeModuleCoverage,
  profileTable,
} from "../../fixtures/index.ts";
import {
  coverageText,
  failureText,
  junitXml,
  listScripts,
  noScriptsText,
  type Script,
  type ScriptTests,
  scriptTests,
  summaryLine,
  type TimedScriptOutcome,
} from "../../fixtures/script/index.ts";
import type { ModuleCoverage } from "../../lib/api.ts";
import { addFileNameToErrors } from "./add-file-name-to-errors.ts";
import { writeOutputFile } from "./output-file.ts";
import { ParallelScriptRunner } from "./parallel-script-runner.ts";
import { readDarFile } from "./read-dar.ts";
import type { CommandLineIo, ScriptTestTask } from "./settings.ts";
import { writeLcov } from "./write-lcov.ts";

/**
 * Runs the scripts of DARs as tests; prints a line for each, the errors and the coverage. Resolves
 * to the exit code: 1 if a script failed, or if there is none.
 *
 * Raises INVALID_ARGUMENT for a DAR that does not exist and for a file that cannot be written, and
 * the errors of an invalid DAR.
 */
export const runScriptTests = async (
  task: ScriptTestTask,
  line: CommandLineIo,
): Promise<number> => {
  const outcomes: TimedScriptOutcome[] = [];
  const known: ModuleCoverage[] = [];
  for (const file of task.dars) {
    const tested = await testDar(file, task, line);
    outcomes.push(...tested.outcomes);
    known.push(...tested.code);
  }
  await reportExecutedCode(task, outcomes, { known, line });
  if (task.junit !== undefined) await writeOutputFile(task.junit, junitXml(outcomes));
  if (outcomes.length === 0) {
    line.writeError(`${noScriptsText(task.filter, await readScripts(task.dars))}\n`);
    return 1;
  }
  return outcomes.some(({ failure }) => failure !== undefined) ? 1 : 0;
};

const readScripts = async (files: readonly string[]): Promise<readonly Script[]> =>
  (await Promise.all(files.map(readDarFile))).flatMap((dar) => listScripts(dar));

const needsRecording = ({ lcov, profile, stacks }: ScriptTestTask): boolean =>
  lcov !== undefined || profile || stacks !== undefined;

/** Writes and prints which code ran, and which code spent the evaluation steps. */
const reportExecutedCode = async (
  task: ScriptTestTask,
  outcomes: readonly TimedScriptOutcome[],
  { known, line }: { readonly known: readonly ModuleCoverage[]; readonly line: CommandLineIo },
): Promise<void> => {
  if (!needsRecording(task)) return;
  const records = outcomes.flatMap(({ code = [] }) => code);
  if (task.lcov !== undefined) {
    const modules = mergeModuleCoverage([...known, ...records.flatMap((record) => record.modules)]);
    await writeLcov(task.lcov, modules);
    line.write(`\n${choiceCoverageTable(modules)}\n`);
  }
  const profile = createCodeProfile(records.flatMap(({ spent }) => spent));
  if (task.profile) line.write(`\n${profileTable(profile)}\n`);
  if (task.stacks !== undefined) await writeOutputFile(task.stacks, collapsedStacks(profile));
};

interface DarTestResult {
  readonly outcomes: readonly TimedScriptOutcome[];
  /** All lines and choices of its packages, if they are counted. */
  readonly code: readonly ModuleCoverage[];
}

const testDar = async (
  file: string,
  task: ScriptTestTask,
  { write, writeError }: CommandLineIo,
): Promise<DarTestResult> => {
  const { filter, protocolVersion, ledgers } = task;
  const dumps = ledgers !== undefined;
  const timeoutMillis = Math.min(task.timeout * 1000, maxTimeoutMillis);
  const options = {
    filter,
    dumps,
    records: needsRecording(task),
    timeoutMillis,
    ...(protocolVersion === undefined ? {} : { protocolVersion }),
  };
  const dar = await readDarFile(file);
  const startedAt = performance.now();
  const tests = await addFileNameToErrors(file, () => scriptTests(dar, options));
  const openMillis = performance.now() - startedAt;
  const queue = new ParallelScriptRunner(tests, { dar, options, jobs: task.jobs, openMillis });
  const outcomes = await queue.run();
  for (const each of outcomes) {
    if (each.failure === undefined) continue;
    writeError(`${failureText(each)}\n`);
    if (ledgers !== undefined) {
      writeError(await writeFailedLedger(each, join(ledgers, tests.package)));
    }
    writeError("\n");
  }
  write(formatTestReport(tests, outcomes, task));
  return { outcomes, code: task.lcov === undefined ? [] : tests.code() };
};

/** Maximum delay of Node's timers: about 24 days, in milliseconds. */
const maxTimeoutMillis = 2 ** 31 - 1;

/** Writes the ledger of a failed script, and returns how to look at it. */
const writeFailedLedger = async (
  { name, dump = "" }: TimedScriptOutcome,
  folder: string,
): Promise<string> => {
  const file = join(folder, `${name.replaceAll(/[^\w.-]/gu, "_")}.ledger.json`);
  await writeOutputFile(file, dump);
  return `Its ledger: npx ledger-in-a-box --from ${file}\n`;
};

const formatTestReport = (
  tests: ScriptTests,
  outcomes: readonly TimedScriptOutcome[],
  { showCoverage }: ScriptTestTask,
): string => {
  if (outcomes.length === 0) return "";
  const lines = [
    `Test Summary`,
    "",
    ...outcomes.map(summaryLine),
    "",
    coverageText(tests.definitions, outcomes, showCoverage),
  ];
  return `${lines.join("\n")}\n`;
};
