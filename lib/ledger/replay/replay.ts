import { isLedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import { defaultConfig } from "../port/config.ts";
import { createInitialLedgerState } from "../state/initial-state.ts";
import type { JournalEntry } from "../state/journal-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import type { TextSource } from "../stores/text/lines.ts";
import { loadEntries } from "../stores/text/load-entries.ts";
import { decodeCheckpointState, generateCheckpointLines } from "./checkpoints.ts";
import {
  applyJournalEntryInSlices,
  foldJournalEntry,
  type JournalFoldContext,
} from "./fold-entry.ts";
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
