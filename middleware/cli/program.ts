import { Command, Help, type Option } from "commander";

import type { CliCommandContext } from "./cli-command-context.ts";
import { addCodegenCommand } from "./codegen-command.ts";
import { addExploreCommand } from "./explore-command.ts";
import { addInitCommand } from "./init-command.ts";
import { addMcpCommand } from "./mcp-command.ts";
import { readOwnPackageVersion } from "./package-folder.ts";
import { addRecordingCommands } from "./recording-commands.ts";
import { addServeCommand } from "./serve-command.ts";
import { addCacheCommand, addStoreCommand } from "./store-command.ts";
import { addTestCommands } from "./test-commands.ts";
import { addUpgradeCheckCommand } from "./upgrade-command.ts";

/** Width of help texts, in columns. */
const helpWidth = 100;

/** Creates the command line with its commands. A command imports the modules that it needs when it runs. */
export const createCliProgram = (context: CliCommandContext): Command => {
  const program = new Command("ledger-in-a-box")
    .description("Serves a Canton participant's JSON Ledger API, with demo data.")
    .configureHelp({ helpWidth, optionDescription })
    .configureOutput({ writeOut: context.io.write, writeErr: context.io.writeError })
    .version(readOwnPackageVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .addHelpText(
      "after",
      "\nWithout a command, it serves a ledger; serve --help lists the options.\n" +
        "Details: node_modules/ledger-in-a-box/docs/guide/command-line.md",
    )
    .exitOverride();
  addInitCommand(program, context);
  addServeCommand(program, context);
  addTestCommands(program, context);
  addCodegenCommand(program, context);
  addExploreCommand(program, context);
  addMcpCommand(program, context);
  addRecordingCommands(program, context);
  addUpgradeCheckCommand(program, context);
  addStoreCommand(program, context);
  addCacheCommand(program, context);
  return program;
};

/** Returns the description of an option, without the default value of a flag, which is always off. */
function optionDescription(this: Help, option: Option): string {
  const { defaultValue } = option as { readonly defaultValue?: unknown };
  if (defaultValue === false) return option.description;
  return Help.prototype.optionDescription.call(this, option);
}
