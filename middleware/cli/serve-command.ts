import type { Command } from "commander";

import { findMostSimilarText } from "../../lib/internal.ts";
import type { CliCommandContext } from "./cli-command-context.ts";
import { readCliSettings } from "./read-settings.ts";
import { addControlOptions, addServerOptions, addTokenOptions } from "./server-options.ts";

/** Adds `serve`, which runs without a command, and the commands for a served ledger. */
export const addServeCommand = (program: Command, { io, stop }: CliCommandContext): void => {
  addServerOptions(program.command("serve", { isDefault: true }))
    .description("serve a ledger; the default command")
    // Arguments that name no command arrive here.
    .allowExcessArguments()
    .action(async (_options: object, serve: Command) => {
      const [name] = serve.args;
      if (name !== undefined) refuseCommand(program, name);
      const settings = await readCliSettings(serve, io);
      const { serveLedgerUntilAborted } = await import("./serve.ts");
      await serveLedgerUntilAborted(settings, io, stop);
    });
  addTokenOptions(program.command("token <user>"))
    .description("print a token of a user, for a ledger with the same options")
    .action(async (userId: string, _options: object, token: Command) => {
      const settings = await readCliSettings(token, io);
      const { printToken } = await import("./print-token.ts");
      printToken(userId, settings, io);
    });
  addControlOptions(program.command("reset"))
    .description("reset the ledger on the port that --port names to its loaded content")
    .action(async (_options: object, reset: Command) => {
      const settings = await readCliSettings(reset, io);
      const { resetRunningLedger } = await import("./reset-running-ledger.ts");
      await resetRunningLedger(settings, io);
    });
};

const refuseCommand = (program: Command, name: string): never => {
  const names = program.commands.map((known) => known.name());
  if (names.includes(name)) {
    return program.error(`error: Write options after the command: ledger-in-a-box ${name} …`);
  }
  const suggestion = findMostSimilarText(name, names);
  const option = /\.dar$/iu.test(name) ? "--dar" : /\.\w+$/u.test(name) ? "--fixtures" : undefined;
  const advice =
    option === undefined
      ? `Commands: ${names.join(", ")}.${suggestion === undefined ? "" : ` Did you mean ${suggestion}?`}`
      : `Pass files with ${option}.`;
  return program.error(`error: There is no command ${name}. ${advice}`);
};
