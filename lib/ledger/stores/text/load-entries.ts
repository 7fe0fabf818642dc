import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { JournalEntry } from "../../state/journal-event.ts";
import type { JournalStore } from "../journal-store.ts";
import type { TextSource } from "./lines.ts";
import { readDump } from "./read-dump.ts";

/** Maximum number of concurrent appends. A durable store may write them in one operation. */
const maxPendingWrites = 256;

/**
 * Writes the entries of a dump into an empty store. `onEntry` is called with each entry before it is
 * written, and may throw. If loading fails, the store is emptied again, unless another process has
 * written to it: then it stays as it is. Rejects with INVALID_ARGUMENT for a changed dump, for a
 * store that is not empty, and for one that another process writes to; rejects with the error of
 * `onEntry`.
 */
export const loadEntries = async (
  source: TextSource,
  store: JournalStore,
  onEntry: (entry: JournalEntry) => void = () => undefined,
): Promise<void> => {
  if ((await store.position()) !== 0) throw notEmptyError();
  let lastWritten = 0;
  let writing: Promise<void>[] = [];
  const write = async (entry: JournalEntry): Promise<void> => {
    await (lastWritten === 0 ? writeFirstEntry(store, entry) : appendEntry(store, entry));
    lastWritten = entry.position;
  };
  try {
    for await (const entry of readDump(source)) {
      onEntry(entry);
      writing.push(write(entry));
      if (lastWritten > 0 && writing.length < maxPendingWrites) continue;
      await Promise.all(writing);
      writing = [];
    }
    await Promise.all(writing);
  } catch (error) {
    const ends = await Promise.allSettled(writing);
    const reasons = ends.map((end) => "reason" in end && (end.reason as unknown));
    const isShared = [error, ...reasons].some((each) => each instanceof ConcurrentWrite);
    // Keep the entries of another process.
    const isOurs = !isShared && lastWritten > 0 && (await store.position()) === lastWritten;
    if (isOurs) await store.restore(store.mark(0));
    throw isShared ? notEmptyError() : error;
  }
};

/** Another process wrote at the position of the next entry. */
class ConcurrentWrite extends Error {}

/** Writes the first entry. In the journal of a pruned ledger, it replaces all earlier entries. */
const writeFirstEntry = async (store: JournalStore, entry: JournalEntry): Promise<void> => {
  const { position, events } = entry;
  if (position === 1) return appendEntry(store, entry);
  if (store.compact === undefined) {
    const cause = "This store cannot load the dump of a pruned ledger: it has no compact.";
    throw ledgerError("INVALID_ARGUMENT", { cause });
  }
  if ((await store.position()) !== 0) throw new ConcurrentWrite();
  await store.compact(position, () => events);
};

const appendEntry = async (store: JournalStore, entry: JournalEntry): Promise<void> => {
  if (!(await store.append(entry.position, entry.events))) throw new ConcurrentWrite();
};

const notEmptyError = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: "A dump can be loaded only into an empty store, but this store has a journal.",
  });
