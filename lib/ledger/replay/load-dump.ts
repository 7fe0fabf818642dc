import { isLedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import { createInitialLedgerState } from "../state/initial-state.ts";
import type { JournalEntry } from "../state/journal-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import type { TextSource } from "../stores/text/lines.ts";
import { loadEntries } from "../stores/text/load-entries.ts";
import { foldJournalEntry, type JournalFoldContext } from "./fold-entry.ts";
import { replayJournal } from "./replay.ts";

/**
 * Writes the entries of a dump into an empty store, and resolves to the state after them. If it
 * fails, the store stays empty. Rejects with the errors of {@link loadEntries}, with
 * INVALID_ARGUMENT for invalid entries, and with PACKAGE_NOT_FOUND like {@link foldJournalEntry}.
 */
export const loadDump = async (
  source: TextSource,
  store: JournalStore,
  folding: JournalFoldContext,
  window?: number,
): Promise<LedgerState> => {
  let state = createInitialLedgerState();
  if (store.archive !== undefined) return loadAndReplay(source, store, { folding, window });
  await loadEntries(source, store, (entry) => {
    state = applyDumpEntry(state, entry, folding);
  });
  return state;
};

/**
 * Loads the dump into the store first, and then replays it, because the history may not fit into
 * memory.
 */
const loadAndReplay = async (
  source: TextSource,
  store: JournalStore,
  {
    folding,
    window,
  }: { readonly folding: JournalFoldContext; readonly window: number | undefined },
): Promise<LedgerState> => {
  const empty = store.mark(0);
  await loadEntries(source, store);
  try {
    return await replayJournal(store, folding, window);
  } catch (error) {
    await store.restore(empty);
    throw error;
  }
};

/**
 * Applies an entry of a dump. The dump may have been edited by hand, so any error becomes
 * INVALID_ARGUMENT.
 */
const applyDumpEntry = (
  state: LedgerState,
  entry: JournalEntry,
  folding: JournalFoldContext,
): LedgerState => {
  try {
    const next = foldJournalEntry(state, entry, folding);
    folding.audit?.(entry, next.packages);
    return next;
  } catch (error) {
    if (isLedgerError(error)) throw error;
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `The dump cannot be loaded. Entry ${entry.position} is invalid: ${String(error)}.`,
    });
  }
};
