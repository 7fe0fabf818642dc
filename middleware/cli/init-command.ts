import { type Command, Option } from "commander";

import type { CliCommandContext } from "./cli-command-context.ts";
import { type TestRunnerName, testRunnerNames } from "./init/test-runners.ts";

/** Adds `init`. */
export const addInitCommand = (program: Command, { io }: CliCommandContext): void => {
  program
    .command("init [folder]")
    .description("create a project: a first test, a fixture and an app; no file is overwritten")
    .addOption(
      new Option("--runner <name>", "test runner").choices(testRunnerNames).default("node"),
    )
    .option("--dar <file...>", "DARs to test; generates their types")
    .action(async (folder: string | undefined, options: ParsedInitOptions, init: Command) => {
      const { runner, dar: dars = [] } = options;
      const other = dars.find((file) => !/\.dar$/iu.test(file));
      if (other !== undefined) {
        init.error(
          `error: ${other} is not a DAR. Write the folder before --dar: init my-folder --dar my.dar`,
        );
      }
      const { createProject } = await import("./init/create-project.ts");
      await createProject({ folder: folder ?? ".", runner, dars }, io);
    });
};

interface ParsedInitOptions {
  readonly runner: TestRunnerName;
  readonly dar?: readonly string[];
}
