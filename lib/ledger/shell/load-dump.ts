import { isLedgerError, type LedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";
import { initialState } from "../state/initial-state.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import type { TextSource } from "../stores/text/lines.ts";
import { readDump } from "../stores/text/read-dump.ts";
import { foldEntry, type Folding } from "./fold-entry.ts";

/** So many entries are written at a time: a store that keeps them for good may do that in one go. */
const maxWriting = 256;

/**
 * Writes what a dump tells into an empty store, and answers the state that it folds to. Where that does not come to
 * its end the store is empty again. Rejects with INVALID_ARGUMENT for a dump that is not as it was written and for a
 * store that is not empty, with PACKAGE_NOT_FOUND as {@link foldEntry}.
 */
export const loadDump = async (
  source: TextSource,
  store: JournalStore,
  folding: Folding,
): Promise<LedgerState> => {
  if ((await store.position()) !== 0) throw notEmpty();
  const empty = store.mark(0);
  let state = initialState();
  let writing: Promise<void>[] = [];
  try {
    for await (const entry of readDump(source)) {
      const put = state.position === 0 ? begin : append;
      state = folded(state, entry, folding);
      writing.push(put(store, entry));
      if (put === append && writing.length < maxWriting) continue;
      await Promise.all(writing);
      writing = [];
    }
    await Promise.all(writing);
  } catch (error) {
    await Promise.allSettled(writing);
    await store.restore(empty);
    throw error;
  }
  return state;
};

/** The journal of a pruned ledger begins with what stands for all that came before. */
const begin = async (store: JournalStore, entry: JournalEntry): Promise<void> => {
  const { position, events } = entry;
  if (position === 1) return append(store, entry);
  if (store.compact === undefined) throw cannotBegin();
  await store.compact(position, () => events);
};

const append = async (store: JournalStore, { position, events }: JournalEntry): Promise<void> => {
  if (!(await store.append(position, events))) throw notEmpty();
};

/** Whoever wrote it by hand may have written anything. */
const folded = (state: LedgerState, entry: JournalEntry, folding: Folding): LedgerState => {
  try {
    return foldEntry(state, entry, folding);
  } catch (error) {
    if (isLedgerError(error)) throw error;
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `The dump cannot be loaded. Entry ${entry.position} makes no sense: ${String(error)}.`,
    });
  }
};

const notEmpty = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: "A dump is loaded into an empty store, and this one has a journal.",
  });

const cannotBegin = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: "The dump is of a pruned ledger, and a store that cannot compact cannot take it.",
  });
