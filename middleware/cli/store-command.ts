import type { Command } from "commander";

import type { StoreTask } from "./settings.ts";

/** Adds `store` to the command line; calls `onTask` if the user runs it. */
export const addStore = (command: Command, onTask: (task: StoreTask) => void): void => {
  const store = command.command("store").description("maintain a store: a folder or a database");
  store
    .command("check <place>")
    .description("read and verify everything")
    .action((place: string) => onTask({ kind: "store", work: "check", place }));
  store
    .command("compact <place>")
    .description("free the space of reverted and pruned entries; no process may use the store")
    .action((place: string) => onTask({ kind: "store", work: "compact", place }));
  store
    .command("dump <place>")
    .description("write a dump")
    .option("-o, --output <file>", "output file (default: standard output)")
    .action((place: string, { output }: { readonly output?: string }) =>
      onTask({ kind: "store", work: "dump", place, output }),
    );
  store
    .command("load <place> <file>")
    .description("create the store from a dump; it must not exist")
    .action((place: string, file: string) => onTask({ kind: "store", work: "load", place, file }));
};
