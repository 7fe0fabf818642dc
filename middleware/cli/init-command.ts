import { type Command, Option } from "commander";

import { type TestRunnerName, testRunnerNames } from "./init/test-runners.ts";
import type { InitTask } from "./settings.ts";

/** Adds `init` to the command line; calls `onTask` if the user runs it. */
export const addInit = (command: Command, onTask: (task: InitTask) => void): void => {
  command
    .command("init [folder]")
    .description("create a project: a first test, a fixture and an app; no file is overwritten")
    .addOption(
      new Option("--runner <name>", "test runner").choices(testRunnerNames).default("node"),
    )
    .option("--dar <file...>", "DARs to test; generates their types")
    .action((folder: string | undefined, { runner }: ParsedInitOptions, init: Command) => {
      // Commander assigns an option that `serve` also has to the parent command, even if the user writes it
      // after this command's name.
      const { dar: dars = [] } = init.optsWithGlobals<ParsedInitOptions>();
      const other = dars.find((file) => !/\.dar$/iu.test(file));
      if (other !== undefined) {
        init.error(
          `error: ${other} is not a DAR. Write the folder before --dar: init my-folder --dar my.dar`,
        );
      }
      onTask({ kind: "init", folder: folder ?? ".", runner, dars });
    });
};

interface ParsedInitOptions {
  readonly runner: TestRunnerName;
  readonly dar?: readonly string[];
}
