import { bytesToHex } from "@noble/hashes/utils.js";

import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { CoinHistoryRecord } from "../../base/model/coin-history-record.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerDecisionInputs } from "../../ledger/port/ledger-decision.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import {
  createListReader,
  readJsonObject,
  readRequiredJsonField,
} from "../../views/envelope/readers.ts";
import type { CoinHistoryRecordJson } from "./coin-history-record-json.ts";
import { findLastCoinHistoryRecord, HistoryEventIdGenerator } from "./event-id-generator.ts";
import {
  type CoinHistoryRecordInput,
  readCoinHistoryRecordJson,
} from "./read-coin-history-record-json.ts";

/** Records of coin history that no transaction created. */
export interface RecordCoinHistoryRequest {
  /** In ledger order. See {@link recordHistory} for the optional fields. */
  readonly transactions: readonly Partial<CoinHistoryRecordJson>[];
}

/**
 * Appends records that no transaction of this ledger created, for example to show the history of
 * another ledger. They come after all existing records. `request` is `{transactions: […]}`, like a
 * history page. Defaults: a new event id, the clock's time as date, the first synchronizer, and the
 * ledger end as offset.
 *
 * Resolves to the event ids. The records are appended atomically. Raises INVALID_ARGUMENT and
 * MISSING_FIELD for malformed records, and INVALID_ARGUMENT for an event id that is not larger than
 * all earlier ones, compared as texts.
 */
export const recordHistory = async (
  ledger: Pick<Ledger, "commit">,
  request: RecordCoinHistoryRequest,
): Promise<{ readonly eventIds: readonly string[] }> => {
  const inputs = readRequiredJsonField(
    readJsonObject(request),
    "transactions",
    createListReader(readCoinHistoryRecordJson),
  );
  return ledger.commit((state, context) => {
    const records = completeRecords(inputs, state, context);
    assertAscending(records, findLastCoinHistoryRecord(state.history)?.eventId);
    return {
      events: records.length === 0 ? [] : [{ kind: "historyRecorded", records }],
      outcome: { eventIds: records.map(({ eventId }) => eventId) },
    };
  });
};

const completeRecords = (
  inputs: readonly CoinHistoryRecordInput[],
  state: LedgerState,
  { seed, now }: LedgerDecisionInputs,
): readonly CoinHistoryRecord[] => {
  const batch = `1220${bytesToHex(seed)}`;
  const ids = new HistoryEventIdGenerator(state);
  return inputs.map(({ eventId, ...input }, index) => {
    if (eventId !== undefined) ids.continueAfter(eventId);
    return {
      eventId: eventId ?? ids.next(batch, index),
      date: now,
      synchronizerId: firstSynchronizer(state),
      offset: state.ledgerEnd,
      ...input,
    };
  });
};

const firstSynchronizer = ({ synchronizers }: LedgerState): SynchronizerId =>
  synchronizers[0]?.id ?? "";

const assertAscending = (records: readonly CoinHistoryRecord[], last: string | undefined): void => {
  let before = last;
  for (const [index, { eventId }] of records.entries()) {
    if (before !== undefined && eventId <= before) {
      throw ledgerError("INVALID_ARGUMENT", {
        cause: `Event ids must increase: ${eventId} is not larger than ${before}. Omit event_id to get the next one.`,
        path: `transactions[${index}].event_id`,
      });
    }
    before = eventId;
  }
};
