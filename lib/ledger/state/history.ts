import type { HistoryRecord } from "../../base/model/history-record.ts";
import type { StateDraft } from "./state-draft.ts";

/** Appends records in the given order. A record with a known event id changes nothing. */
export const foldHistory = (draft: StateDraft, records: readonly HistoryRecord[]): void => {
  if (records.length === 0) return;
  const history = draft.history.edit();
  const positions = draft.historyPositions.edit();
  let next = draft.history.size;
  for (const record of records) {
    if (positions.get(record.eventId) !== undefined) continue;
    history.set(next, record);
    positions.set(record.eventId, next);
    next++;
  }
  draft.history = history.close();
  draft.historyPositions = positions.close();
};
