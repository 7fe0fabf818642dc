import { defaultConfig } from "../port/config.ts";
import { initialState } from "../state/initial-state.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import { stateOfCheckpoint } from "./checkpoint-lines.ts";
import { type Folding, foldInTurns } from "./fold-entry.ts";
import { PastKeeper } from "./past-keeper.ts";

/**
 * The state that the journal folds to: from its newest checkpoint on, or all of it. `window`: so many entries are held in
 * memory where the store keeps the past. `goesOn` hears of each entry. Rejects with PACKAGE_NOT_FOUND; see {@link foldInTurns}.
 */
export const replay = async (
  store: JournalStore,
  folding: Folding,
  window = defaultConfig.recentEntries,
  goesOn: () => void = () => undefined,
): Promise<LedgerState> => {
  let state = (await fromCheckpoint(store, folding)) ?? initialState();
  let keeper = store.past && new PastKeeper(store, store.past, { window });
  for await (const entry of store.read(state.position)) {
    goesOn();
    state = await foldInTurns(state, entry, folding);
    folding.audit?.(entry, state.packages);
    keeper?.note(entry);
    if (keeper?.isDue(state) !== true) continue;
    try {
      state = await keeper.moved(state);
    } catch (error) {
      // It is held where the store goes on without.
      if (store.past !== undefined) throw error;
      keeper = undefined;
    }
  }
  return state;
};

const fromCheckpoint = async (
  { checkpoints, past }: JournalStore,
  folding: Folding,
): Promise<LedgerState | undefined> => {
  const checkpoint = past && (await checkpoints?.newest());
  return checkpoint && stateOfCheckpoint(checkpoint, past.reader(), folding);
};
