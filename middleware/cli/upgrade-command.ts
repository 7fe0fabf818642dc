import type { Command } from "commander";

/** An upgrade check as it is asked for; on which ledger, other options say. */
export interface AskedUpgradeCheck {
  readonly kind: "upgradeCheck";
  readonly dars: readonly string[];
  readonly report: string | undefined;
}

/** Adds `upgrade-check` to the command line; `ask` is called when it is what somebody wants. */
export const addUpgradeCheck = (command: Command, ask: (task: AskedUpgradeCheck) => void): void => {
  command
    .command("upgrade-check <dar...>")
    .description("try DARs on the contracts of --fork, --from, --store or --fixtures")
    .option("--report <file>", "where to put what was found as JSON")
    .action((dars: string[], { report }: { readonly report?: string }) =>
      ask({ kind: "upgradeCheck", dars, report }),
    );
};
