import { initialState } from "../state/initial-state.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import { foldEntry, type Folding } from "./fold-entry.ts";

/** The state that the journal folds to. Rejects with PACKAGE_NOT_FOUND; see {@link foldEntry}. */
export const replay = async (store: JournalStore, folding: Folding): Promise<LedgerState> => {
  let state = initialState();
  for await (const entry of store.read(0)) state = foldEntry(state, entry, folding);
  return state;
};
