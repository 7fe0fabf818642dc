import { Command, Help, type Option } from "commander";

import { addCodegen } from "./codegen-command.ts";
import type { CommandContext } from "./command-context.ts";
import { addExplore } from "./explore-command.ts";
import { addInit } from "./init-command.ts";
import { addMcp } from "./mcp-command.ts";
import { packageVersion } from "./package-folder.ts";
import { addRecordings } from "./recording-commands.ts";
import { addServe } from "./serve-command.ts";
import { addCache, addStore } from "./store-command.ts";
import { addTests } from "./test-commands.ts";
import { addUpgradeCheck } from "./upgrade-command.ts";

/** Width of help texts, in columns. */
const helpWidth = 100;

/** Creates the command line with its commands. A command imports the modules that it needs when it runs. */
export const createProgram = (context: CommandContext): Command => {
  const program = new Command("ledger-in-a-box")
    .description("Serves a Canton participant's JSON Ledger API, with demo data.")
    .configureHelp({ helpWidth, optionDescription })
    .configureOutput({ writeOut: context.io.write, writeErr: context.io.writeError })
    .version(packageVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .addHelpText(
      "after",
      "\nWithout a command, it serves a ledger; serve --help lists the options.\n" +
        "Details: node_modules/ledger-in-a-box/docs/guide/command-line.md",
    )
    .exitOverride();
  addInit(program, context);
  addServe(program, context);
  addTests(program, context);
  addCodegen(program, context);
  addExplore(program, context);
  addMcp(program, context);
  addRecordings(program, context);
  addUpgradeCheck(program, context);
  addStore(program, context);
  addCache(program, context);
  return program;
};

/** Returns the description of an option, without the default value of a flag, which is always off. */
function optionDescription(this: Help, option: Option): string {
  const { defaultValue } = option as { readonly defaultValue?: unknown };
  if (defaultValue === false) return option.description;
  return Help.prototype.optionDescription.call(this, option);
}
