import type { Command } from "commander";

/** A requested upgrade check; the other options select its ledger. */
export interface UpgradeCheckRequest {
  readonly kind: "upgradeCheck";
  readonly dars: readonly string[];
  readonly report: string | undefined;
}

/** Adds `upgrade-check` to the command line; calls `onTask` if the user runs it. */
export const addUpgradeCheck = (
  command: Command,
  onTask: (task: UpgradeCheckRequest) => void,
): void => {
  command
    .command("upgrade-check <dar...>")
    .description("check DARs as upgrades of the contracts of --fork, --from, --store or --fixtures")
    .option("--report <file>", "report file (JSON)")
    .action((dars: string[], { report }: { readonly report?: string }) =>
      onTask({ kind: "upgradeCheck", dars, report }),
    );
};
