import type { Command } from "commander";

import type { StoreTask } from "./settings.ts";

/** Adds `store` to the command line; `ask` is called when it is what somebody wants. */
export const addStore = (command: Command, ask: (task: StoreTask) => void): void => {
  const store = command
    .command("store")
    .description("look after a ledger that is kept in a folder, while nobody has it open");
  store
    .command("check <folder>")
    .description("read all of it, and tell whether it is as it was written")
    .action((folder: string) => ask({ kind: "store", work: "check", folder }));
  store
    .command("dump <folder>")
    .description("write it as a dump")
    .option("-o, --output <file>", "where to put it (default: standard output)")
    .action((folder: string, { output }: { readonly output?: string }) =>
      ask({ kind: "store", work: "dump", folder, output }),
    );
  store
    .command("load <folder> <file>")
    .description("make it anew of a dump; there must be none yet")
    .action((folder: string, file: string) => ask({ kind: "store", work: "load", folder, file }));
};
