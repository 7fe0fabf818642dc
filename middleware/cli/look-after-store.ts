import { rename, rm, writeFile } from "node:fs/promises";

import type { JournalStore } from "../../lib/index.ts";
import { dumpOf, loadEntries } from "../../lib/internal.ts";
import { openDump } from "./open-dump.ts";
import { openStore } from "./open-store.ts";
import { unwritable } from "./output-file.ts";
import type { CommandLine, StoreTask } from "./settings.ts";
import { shownPlace } from "./store-place.ts";

/**
 * Checks, dumps or loads what a ledger is kept in. Rejects as `openStore`, with INVALID_ARGUMENT for a dump that is none and
 * for a place that has a ledger already, and with LEDGER_API_INTERNAL_ERROR for one that is damaged.
 */
export const lookAfterStore = async (task: StoreTask, line: CommandLine): Promise<void> => {
  const { place } = task;
  const shown = shownPlace(place);
  // A folder is made for a dump that is there.
  const source = task.work === "load" ? await openDump(task.file) : "";
  const store = await openStore(place, { create: task.work === "load" });
  try {
    switch (task.work) {
      case "check":
        line.write(`${shown} is sound: ${await contentsOf(store)}.\n`);
        return;
      case "dump":
        await dump(store, task.output, line);
        return;
      case "load":
        await loadEntries(source, store);
        line.write(`${shown} has the ledger now: ${await contentsOf(store)}.\n`);
    }
  } finally {
    await store.close();
  }
};

/** Each entry is checked when it is read. */
const contentsOf = async (store: JournalStore): Promise<string> => {
  let entries = 0;
  for await (const entry of store.read(0)) entries += entry.position > 0 ? 1 : 0;
  return `${entries} ${entries === 1 ? "entry" : "entries"}, up to position ${await store.position()}`;
};

/** A file that is there stays as it is until all is written. */
const dump = async (
  store: JournalStore,
  output: string | undefined,
  { write, writeError }: CommandLine,
): Promise<void> => {
  const pieces = dumpOf(store.read(0));
  if (output === undefined) {
    for await (const piece of pieces) write(piece);
    return;
  }
  const unfinished = `${output}.part`;
  try {
    await writeFile(unfinished, pieces);
    await rename(unfinished, output);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw unwritable(output, error);
  }
  writeError(`Wrote ${output}.\n`);
};
