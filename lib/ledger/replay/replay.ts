import { defaultConfig } from "../port/config.ts";
import { createInitialLedgerState } from "../state/initial-state.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import { decodeCheckpointState, generateCheckpointLines } from "./checkpoints.ts";
import { applyJournalEntryInSlices, type JournalFoldContext } from "./fold-entry.ts";
import { HistoryEvictor } from "./history-evictor.ts";

type ReplayedJournal = Pick<JournalStore, "read" | "archive" | "checkpoints">;

/**
 * Computes the state from the journal, starting from its newest checkpoint. `window` is the number
 * of entries that stay in memory if the store has a history archive. Calls `onProgress` for each
 * entry. Rejects with PACKAGE_NOT_FOUND like {@link applyJournalEntryInSlices}.
 */
export const replayJournal = async (
  store: ReplayedJournal,
  folding: JournalFoldContext,
  window = defaultConfig.recentEntries,
  onProgress: () => void = () => undefined,
): Promise<LedgerState> => {
  let state = (await readNewestCheckpoint(store, folding)) ?? createInitialLedgerState();
  const begun = state.position;
  let evictor = store.archive && new HistoryEvictor(store, store.archive, { window });
  for await (const entry of store.read(state.position)) {
    onProgress();
    state = await applyJournalEntryInSlices(state, entry, folding);
    folding.audit?.(entry, state.packages);
    evictor?.recordOffsets(entry);
    if (evictor?.isDue(state) !== true) continue;
    try {
      state = await evictor.evictHistory(state);
    } catch (error) {
      // A store may stop using its history archive and continue without it. Then the history stays
      // in memory.
      if (store.archive !== undefined) throw error;
      evictor = undefined;
    }
  }
  if (evictor === undefined || state.position - begun < defaultConfig.entriesPerCheckpoint) {
    return state;
  }
  // Write a checkpoint now, so that the next start is fast even if this process is killed.
  state = await evictor.evictHistory(state);
  if (state.evicted !== undefined) {
    const lines = generateCheckpointLines(state, state.evicted, folding.rules);
    await store.checkpoints?.write(state.position, lines);
  }
  return state;
};

const readNewestCheckpoint = async (
  { checkpoints, archive }: ReplayedJournal,
  folding: JournalFoldContext,
): Promise<LedgerState | undefined> => {
  return (
    archive && checkpoints?.newest((each) => decodeCheckpointState(each, archive.reader(), folding))
  );
};
