import type { Command } from "commander";

import type { CliCommandContext } from "./cli-command-context.ts";
import type { StoreCommandTask } from "./settings.ts";

/** Adds `store`. */
export const addStoreCommand = (program: Command, { io }: CliCommandContext): void => {
  const run = async (task: StoreCommandTask): Promise<void> => {
    const { runStoreMaintenanceTask } = await import("./run-store-maintenance-task.ts");
    await runStoreMaintenanceTask(task, io);
  };
  const store = program.command("store").description("maintain a store: a folder or a database");
  store
    .command("check <place>")
    .description("read and verify everything")
    .action((place: string) => run({ work: "check", place }));
  store
    .command("compact <place>")
    .description("free the space of reverted and pruned entries; no process may use the store")
    .action((place: string) => run({ work: "compact", place }));
  store
    .command("dump <place>")
    .description("write a dump")
    .option("-o, --output <file>", "output file (default: standard output)")
    .action((place: string, { output }: { readonly output?: string }) =>
      run({ work: "dump", place, output }),
    );
  store
    .command("load <place> <file>")
    .description("create the store from a dump; the store must not exist yet")
    .action((place: string, file: string) => run({ work: "load", place, file }));
};

/** Adds `cache`. */
export const addCacheCommand = (program: Command, { io }: CliCommandContext): void => {
  program
    .command("cache")
    .description("print location and size of the caches of this machine")
    .option("--clear", "delete the caches", false)
    .action(async ({ clear: isCleared }: { readonly clear: boolean }) => {
      const { runCacheTask } = await import("./run-cache-task.ts");
      runCacheTask({ isCleared }, io);
    });
};
