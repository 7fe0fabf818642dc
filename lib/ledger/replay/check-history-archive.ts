import { yieldToEventLoop } from "../../base/scheduling/yield-to-event-loop.ts";
import { HistoryArchiveChecker } from "../state/history-archive-check.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import { readCheckpoint } from "./checkpoints.ts";

/** The result of a check of the history archive. */
export interface HistoryArchiveCheckResult {
  /** The position of the checkpoint. */
  readonly position: number;
  /** Number of checked updates, completions and records of coin history. */
  readonly entries: number;
}

/** Number of entries that are checked before yielding to the event loop. */
const entriesPerYield = 50;

/**
 * Checks the newest checkpoint and the history archive of a store. Resolves to undefined if the
 * store has none; then a start of the ledger reads the whole journal. Rejects with
 * SERVICE_NOT_RUNNING if records were changed. O(all history).
 */
export const checkHistoryArchive = async (
  store: JournalStore,
): Promise<HistoryArchiveCheckResult | undefined> => {
  const { archive, checkpoints } = store;
  if (archive === undefined) return undefined;
  const head = await checkpoints?.newest(({ position, lines }) => {
    const read = readCheckpoint({ lines });
    return read && { position, ...read };
  });
  if (head === undefined) return undefined;
  const evicted = { ...head.past, reader: archive.reader() };
  const active = new Set(head.contracts().map(({ contract }) => contract.contractId));
  const check = new HistoryArchiveChecker(evicted, active);
  let entries = 0;
  for (const part of [check.offsets(), check.records()]) {
    while (part.next().done !== true) {
      if (++entries % entriesPerYield === 0) await yieldToEventLoop();
    }
  }
  return { position: head.position, entries };
};
