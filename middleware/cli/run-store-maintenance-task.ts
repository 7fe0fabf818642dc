import { rename, rm, writeFile } from "node:fs/promises";

import { checkHistoryArchive, dumpOf, loadEntries } from "../../lib/internal.ts";
import type { JournalStore } from "../../lib/store.ts";
import { openJournalDumpFile } from "./open-dump.ts";
import { openLedgerStore, withStoreLock } from "./open-store.ts";
import { createUnwritableFileError } from "./output-file.ts";
import type { CommandLineIo, StoreCommandTask } from "./settings.ts";
import { removePasswordFromLocation } from "./store-location.ts";

/**
 * Checks, compacts, dumps or loads a store. Rejects with the errors of `openLedgerStore`, with
 * INVALID_ARGUMENT for an invalid dump and for a place that already contains a ledger, and with
 * LEDGER_API_INTERNAL_ERROR for a damaged store.
 */
export const runStoreMaintenanceTask = async (
  task: StoreCommandTask,
  line: CommandLineIo,
): Promise<void> => {
  const { place } = task;
  const shown = removePasswordFromLocation(place);
  // Opens the dump before it creates the folder.
  const source = task.work === "load" ? await openJournalDumpFile(task.file) : "";
  const store = await openLedgerStore(place, { create: task.work === "load" });
  try {
    switch (task.work) {
      case "check":
        line.write(
          `${shown} is intact: ${await formatEntryCount(store)}${await formatCheckpoint(store)}${await formatSnapshots(store)}.\n`,
        );
        return;
      case "compact":
        await store.vacuum?.();
        line.write(
          `${shown} takes ${formatBytes(await store.size?.())}.${await formatPrunedEntries(store)}\n`,
        );
        return;
      case "dump":
        await writeDump(store, task.output, line);
        return;
      case "load":
        await withStoreLock(store, () => loadEntries(source, store));
        line.write(`${shown} now contains the ledger: ${await formatEntryCount(store)}.\n`);
    }
  } finally {
    await store.close();
  }
};

/** Returns the number of entries as text. Reading an entry checks it. */
const formatEntryCount = async (store: JournalStore): Promise<string> => {
  let entries = 0;
  for await (const entry of store.read(0)) entries += entry.position > 0 ? 1 : 0;
  return `${entries} ${entries === 1 ? "entry" : "entries"}, up to position ${await store.position()}`;
};

/** Returns the state of the checkpoint as text; empty for stores without checkpoints. */
const formatCheckpoint = async (store: JournalStore): Promise<string> => {
  if (store.checkpoints === undefined) return "";
  const archive = await checkHistoryArchive(store);
  if (archive === undefined) return "; the next start reads the whole journal";
  const { position, entries } = archive;
  const looked = `${entries} ${entries === 1 ? "entry" : "entries"} of history`;
  return `; the next start begins at position ${position}, with ${looked} in the archive`;
};

/**
 * Reads the content of all named snapshots and returns their number as text; empty if there are
 * none.
 */
const formatSnapshots = async (store: JournalStore): Promise<string> => {
  const { snapshots } = await store.snapshots.list();
  for (const { mark } of snapshots) {
    const entries = store.readAt(mark)[Symbol.asyncIterator]();
    while ((await entries.next()).done !== true);
  }
  if (snapshots.length === 0) return "";
  return `; ${snapshots.length} named ${snapshots.length === 1 ? "snapshot is" : "snapshots are"} intact`;
};

/**
 * Returns a sentence about pruned data that the next start will delete; empty if there is none.
 * Deleting it needs the packages and the rules of coin history, which this command does not have.
 */
const formatPrunedEntries = async (store: JournalStore): Promise<string> => {
  let [condensedUpTo, prunedUpTo] = [0, 0];
  for await (const { events } of store.read(0)) {
    for (const event of events) {
      if (event.kind === "journalCondensed") condensedUpTo = event.state.prunedUpTo;
      if (event.kind === "pruned") prunedUpTo = Math.max(prunedUpTo, event.upTo);
    }
  }
  return prunedUpTo > condensedUpTo
    ? ` It still contains data that was pruned up to offset ${prunedUpTo}. The next start deletes it.`
    : "";
};

const formatBytes = (bytes = 0): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** Writes a dump. An existing file is replaced after the whole dump was written. */
const writeDump = async (
  store: JournalStore,
  output: string | undefined,
  { write, writeError }: CommandLineIo,
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
    throw createUnwritableFileError(output, error);
  }
  writeError(`Wrote ${output}.\n`);
};
