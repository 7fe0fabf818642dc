import { isLedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";
import { initialState } from "../state/initial-state.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import type { TextSource } from "../stores/text/lines.ts";
import { loadEntries } from "../stores/text/load-entries.ts";
import { foldEntry, type Folding } from "./fold-entry.ts";
import { replay } from "./replay.ts";

/**
 * Writes what a dump tells into an empty store, and answers the state that it folds to; where that fails, nothing is
 * written. Rejects as {@link loadEntries}, with INVALID_ARGUMENT for what makes no sense, and with PACKAGE_NOT_FOUND as
 * {@link foldEntry}.
 */
export const loadDump = async (
  source: TextSource,
  store: JournalStore,
  folding: Folding,
  window?: number,
): Promise<LedgerState> => {
  let state = initialState();
  if (store.archive !== undefined) return loadAndReplay(source, store, { folding, window });
  await loadEntries(source, store, (entry) => {
    state = folded(state, entry, folding);
  });
  return state;
};

/** What a store keeps for its ledgers must not be held until all is loaded. */
const loadAndReplay = async (
  source: TextSource,
  store: JournalStore,
  { folding, window }: { readonly folding: Folding; readonly window: number | undefined },
): Promise<LedgerState> => {
  const empty = store.mark(0);
  await loadEntries(source, store);
  try {
    return await replay(store, folding, window);
  } catch (error) {
    await store.restore(empty);
    throw error;
  }
};

/** Whoever wrote it by hand may have written anything. */
const folded = (state: LedgerState, entry: JournalEntry, folding: Folding): LedgerState => {
  try {
    const next = foldEntry(state, entry, folding);
    folding.audit?.(entry, next.packages);
    return next;
  } catch (error) {
    if (isLedgerError(error)) throw error;
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `The dump cannot be loaded. Entry ${entry.position} makes no sense: ${String(error)}.`,
    });
  }
};
