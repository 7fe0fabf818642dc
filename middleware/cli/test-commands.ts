import { join } from "node:path";

import type { Command } from "commander";

import type { CliCommandContext } from "./cli-command-context.ts";
import {
  parseJobCountOption,
  readProtocolVersionOption,
  readSecondsOption,
} from "./option-readers.ts";
import type { CoverageTask, ScriptTestTask } from "./settings.ts";

type ParsedTestOptions = Pick<ScriptTestTask, "filter" | "showCoverage" | "timeout" | "profile"> &
  Partial<
    Pick<ScriptTestTask, "junit" | "jobs" | "ledgers" | "protocolVersion" | "lcov" | "stacks">
  >;

type ParsedCoverageOptions = Pick<CoverageTask, "output"> & Partial<Pick<CoverageTask, "lcov">>;

const defaultCoverageFile = join("coverage", "ledger.json");

/** Adds `test` and `coverage`. */
export const addTestCommands = (
  program: Command,
  { io, stop, setExitCode }: CliCommandContext,
): void => {
  program
    .command("test <dar...>")
    .description("run the Daml Scripts of DARs as tests, each on its own ledger")
    .option("--filter <text>", "run only scripts whose names contain the text", "")
    .option("--junit <file>", "write a JUnit report")
    .option("--ledgers <folder>", "folder for the ledgers of failed scripts; open them with --from")
    .option("--show-coverage", "list templates and choices that no script used", false)
    .option("--lcov <file>", "write the lines of Daml code that ran, in the format of LCOV")
    .option("--profile", "print which choices and functions spent the evaluation steps", false)
    .option("--stacks <file>", "write the profile as collapsed stacks, for flame graphs")
    .option("--timeout <seconds>", "timeout of each script", readSecondsOption, 60)
    .option(
      "--jobs <number>",
      "number of scripts that run in parallel (default: the fastest number)",
      parseJobCountOption,
    )
    .option(
      "--protocol-version <version>",
      "34, 35 or dev (default: 34, or newer if a package needs it)",
      readProtocolVersionOption,
    )
    .action(async (dars: string[], options: ParsedTestOptions) => {
      const { junit, jobs, ledgers, lcov, stacks, protocolVersion, ...others } = options;
      const files = { junit, ledgers, lcov, stacks };
      const { runScriptTests } = await import("./test-scripts.ts");
      setExitCode(await runScriptTests({ dars, jobs, protocolVersion, ...files, ...others }, io));
    });
  program
    .command("coverage [command...]")
    .description("run a test command, given after --, and print what its tests covered")
    .option("--output <file>", "output file (JSON)", defaultCoverageFile)
    .option("--lcov <file>", "write the lines of Daml code that ran, in the format of LCOV")
    .action(async (testing: string[], { output, lcov }: ParsedCoverageOptions) => {
      const { runCommandWithCoverage } = await import("./run-with-coverage.ts");
      setExitCode(await runCommandWithCoverage({ testing, output, lcov }, io, stop));
    });
};
