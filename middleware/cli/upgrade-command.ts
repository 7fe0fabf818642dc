import type { Command } from "commander";

import type { CliCommandContext } from "./cli-command-context.ts";
import { readCliSettings } from "./read-settings.ts";
import { addLedgerOptions } from "./server-options.ts";
import type { ServerSettings } from "./settings.ts";

/** Adds `upgrade-check`. */
export const addUpgradeCheckCommand = (
  program: Command,
  { io, setExitCode }: CliCommandContext,
): void => {
  const command = program
    .command("upgrade-check <dar...>")
    .description("check DARs as upgrades of the contracts of --fork, --from, --store or --fixtures")
    .option("--report <file>", "report file (JSON)");
  addLedgerOptions(command).action(
    async (dars: string[], { report }: { readonly report?: string }, check: Command) => {
      const settings = await readCliSettings(check, io);
      requireLedger(check, settings);
      const { runUpgradeCheckAgainstLedger } = await import("./upgrade-check.ts");
      setExitCode(await runUpgradeCheckAgainstLedger({ dars, report, settings }, io));
    },
  );
};

/**
 * Ends the command if no ledger is named: the demo data has no contracts worth an upgrade check.
 */
const requireLedger = (command: Command, { fork, from, store, fixtures }: ServerSettings): void => {
  if ((fork ?? from ?? store ?? fixtures[0]) !== undefined) return;
  command.error("error: name the ledger with --fork, --from, --store or --fixtures");
};
