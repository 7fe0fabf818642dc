import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { CoinHistoryRecord } from "../../base/model/coin-history-record.ts";
import type { Completion } from "../../base/model/completion.ts";
import type { TransactionUpdate, Update } from "../../base/model/update.ts";
import { addAcceptedCompletion } from "./accepted-completions.ts";
import type { LedgerStateDraft } from "./state-draft.ts";
import { advanceRecordTime } from "./synchronizers.ts";

/** Adds an update, and the completion of its command if there is one, at its offset. */
export const addUpdateToLog = (
  draft: LedgerStateDraft,
  update: Update,
  completion?: Completion,
): void => {
  const { offset, synchronizerId, recordTime } = update;
  const entry = completion === undefined ? { offset, update } : { offset, update, completion };
  draft.log = draft.log.set(offset, entry);
  draft.updateOffsets = draft.updateOffsets.set(update.updateId, offset);
  // Reassignments are not deduplicated (ledger-api.md 3.13).
  if (update.kind === "transaction" && completion?.outcome.kind === "accepted") {
    draft.acceptedChanges = addAcceptedCompletion(draft.acceptedChanges, completion);
  }
  if (update.kind === "transaction") applySigned(draft, update);
  applyEnd(draft, offset);
  advanceRecordTime(draft, synchronizerId, recordTime);
};

/** Adds the completion of a rejected command at a separate offset. */
export const addRejectionToLog = (draft: LedgerStateDraft, completion: Completion): void => {
  const { offset, synchronizerId, recordTime } = completion;
  draft.log = draft.log.set(offset, { offset, completion });
  applySignedRejection(draft, completion);
  applyEnd(draft, offset);
  advanceRecordTime(draft, synchronizerId, recordTime);
};

/** Maximum number of rejections that are kept for one signed transaction. */
export const maxKeptRejectionsPerSignedTransaction = 10;

const applySignedRejection = (draft: LedgerStateDraft, completion: Completion): void => {
  const { externalTransactionHash: hash, offset } = completion;
  if (hash === undefined) return;
  const earlier = draft.signedRejections.get(hash) ?? [];
  const latest = [...earlier, offset].slice(-maxKeptRejectionsPerSignedTransaction);
  draft.signedRejections = draft.signedRejections.set(hash, latest);
};

const applySigned = (draft: LedgerStateDraft, update: TransactionUpdate): void => {
  const { externalTransactionHash: hash, offset } = update;
  if (hash === undefined) return;
  draft.signedTransactions = draft.signedTransactions.set(hash, offset);
};

/** Increases the ledger end to the offset; never decreases it. */
const applyEnd = (draft: LedgerStateDraft, offset: Offset): void => {
  if (offset > draft.ledgerEnd) draft.ledgerEnd = offset;
};

/** Appends records in the given order. A record with a known event id changes nothing. */
export const addCoinHistoryRecords = (
  draft: LedgerStateDraft,
  records: readonly CoinHistoryRecord[],
): void => {
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
