import type { Command } from "commander";

import type { CliCommandContext } from "./cli-command-context.ts";
import { readCliSettings } from "./read-settings.ts";
import { addListenOptions } from "./server-options.ts";

/** Adds `explore`. */
export const addExploreCommand = (program: Command, { io, stop }: CliCommandContext): void => {
  addListenOptions(program.command("explore <file>"))
    .description("open a ledger file, written by a failing test or by saveLedger, in the explorer")
    .action(async (file: string, _options: object, explore: Command) => {
      const { port, host } = await readCliSettings(explore, io);
      const { exploreLedgerFile } = await import("./explore.ts");
      await exploreLedgerFile({ file, port, host }, io, stop);
    });
};
