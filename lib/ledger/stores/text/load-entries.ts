import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { JournalEntry } from "../../state/ledger-event.ts";
import type { JournalStore } from "../journal-store.ts";
import type { TextSource } from "./lines.ts";
import { readDump } from "./read-dump.ts";

/** So many entries are written at a time: a store that keeps them for good may do that in one go. */
const maxWriting = 256;

/**
 * Writes the entries of a dump into an empty store; `look` sees each before it is written, and may throw. Where that
 * does not come to its end the store is empty again, unless others have written to it meanwhile: then it is left as it is.
 * Rejects with INVALID_ARGUMENT for a dump that is not as it was written and for a store that is not empty, or that others write to,
 * and with what `look` throws.
 */
export const loadEntries = async (
  source: TextSource,
  store: JournalStore,
  look: (entry: JournalEntry) => void = () => undefined,
): Promise<void> => {
  if ((await store.position()) !== 0) throw notEmpty();
  const empty = store.mark(0);
  let put = begin;
  let writing: Promise<void>[] = [];
  try {
    for await (const entry of readDump(source)) {
      look(entry);
      writing.push(put(store, entry));
      if (put === append && writing.length < maxWriting) continue;
      await Promise.all(writing);
      writing = [];
      put = append;
    }
    await Promise.all(writing);
  } catch (error) {
    await Promise.allSettled(writing);
    // What others wrote meanwhile is theirs.
    if (!(error instanceof Overtaken)) await store.restore(empty);
    throw error instanceof Overtaken ? notEmpty() : error;
  }
};

/** Somebody else wrote where this was to write. */
class Overtaken extends Error {}

/** The journal of a pruned ledger begins with what stands for all that came before. */
const begin = async (store: JournalStore, entry: JournalEntry): Promise<void> => {
  const { position, events } = entry;
  if (position === 1) return append(store, entry);
  if (store.compact === undefined) throw cannotBegin();
  if ((await store.position()) !== 0) throw new Overtaken();
  await store.compact(position, () => events);
};

const append = async (store: JournalStore, { position, events }: JournalEntry): Promise<void> => {
  if (!(await store.append(position, events))) throw new Overtaken();
};

const notEmpty = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: "A dump is loaded into an empty store, and this one has a journal.",
  });

const cannotBegin = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: "The dump is of a pruned ledger, and a store that cannot compact cannot take it.",
  });
