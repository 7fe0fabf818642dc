import type { Command } from "commander";

import type { StoreTask } from "./settings.ts";

/** Adds `store` to the command line; calls `ask` if the user runs it. */
export const addStore = (command: Command, ask: (task: StoreTask) => void): void => {
  const store = command
    .command("store")
    .description("look after a ledger that is kept in a folder or a database");
  store
    .command("check <place>")
    .description("read all of it, and tell whether it is as it was written")
    .action((place: string) => ask({ kind: "store", work: "check", place }));
  store
    .command("compact <place>")
    .description("give back the room of what was reverted or pruned; nobody may have it open")
    .action((place: string) => ask({ kind: "store", work: "compact", place }));
  store
    .command("dump <place>")
    .description("write it as a dump")
    .option("-o, --output <file>", "where to put it (default: standard output)")
    .action((place: string, { output }: { readonly output?: string }) =>
      ask({ kind: "store", work: "dump", place, output }),
    );
  store
    .command("load <place> <file>")
    .description("make it anew of a dump; there must be none yet")
    .action((place: string, file: string) => ask({ kind: "store", work: "load", place, file }));
};
