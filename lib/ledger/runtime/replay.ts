import { defaultConfig } from "../port/config.ts";
import { initialState } from "../state/initial-state.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import { checkpointLines, stateOfCheckpoint } from "./checkpoint-lines.ts";
import { type Folding, foldInTurns } from "./fold-entry.ts";
import { PastKeeper } from "./past-keeper.ts";

type ReplayedJournal = Pick<JournalStore, "read" | "archive" | "checkpoints">;

/**
 * The state that the journal folds to: from its newest checkpoint on, or all of it. `window`: so many entries are held in
 * memory where the store keeps the past. `goesOn` hears of each entry. Rejects with PACKAGE_NOT_FOUND; see {@link foldInTurns}.
 */
export const replay = async (
  store: ReplayedJournal,
  folding: Folding,
  window = defaultConfig.recentEntries,
  goesOn: () => void = () => undefined,
): Promise<LedgerState> => {
  let state = (await fromCheckpoint(store, folding)) ?? initialState();
  const begun = state.position;
  let keeper = store.archive && new PastKeeper(store, store.archive, { window });
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
      if (store.archive !== undefined) throw error;
      keeper = undefined;
    }
  }
  if (keeper === undefined || state.position - begun < defaultConfig.entriesPerCheckpoint) {
    return state;
  }
  // A process that is killed before it writes a checkpoint leaves one all the same.
  state = await keeper.moved(state);
  if (state.past !== undefined) {
    const lines = checkpointLines(state, state.past, folding.rules);
    await store.checkpoints?.write(state.position, lines);
  }
  return state;
};

const fromCheckpoint = async (
  { checkpoints, archive }: ReplayedJournal,
  folding: Folding,
): Promise<LedgerState | undefined> => {
  return (
    archive && checkpoints?.newest((each) => stateOfCheckpoint(each, archive.reader(), folding))
  );
};
