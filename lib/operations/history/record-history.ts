import { bytesToHex } from "@noble/hashes/utils.js";

import { ledgerError } from "../../ground/errors/ledger-error.ts";
import type { SynchronizerId } from "../../ground/identifiers/identifiers.ts";
import type { HistoryRecord } from "../../ground/model/history-record.ts";
import type { DecisionContext } from "../../ledger/port/decision.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { listOf, readObject, required } from "../../views/envelope/readers.ts";
import { type HistoryRecordInput, readHistoryRecord } from "./read-history-record.ts";

/**
 * Appends records that no transaction of this ledger made: coin history given as data. They come
 * after all records there are. `request` is `{transactions: […]}`, as a history page; an absent
 * event id, date, synchronizer or offset becomes a fresh id, the clock's time, the first
 * synchronizer and the ledger end.
 *
 * The answer names the event ids. All records are appended or none. Raises INVALID_ARGUMENT and
 * MISSING_FIELD for malformed records, and INVALID_ARGUMENT for an event id that is taken.
 */
export const recordHistory = async (
  ledger: Pick<Ledger, "commit">,
  request: unknown,
): Promise<{ readonly eventIds: readonly string[] }> => {
  const inputs = required(readObject(request), "transactions", listOf(readHistoryRecord));
  return ledger.commit((state, context) => {
    const records = completeRecords(inputs, state, context);
    assertUnique(records, state);
    return {
      events: records.length === 0 ? [] : [{ kind: "historyRecorded", records }],
      outcome: { eventIds: records.map(({ eventId }) => eventId) },
    };
  });
};

const completeRecords = (
  inputs: readonly HistoryRecordInput[],
  state: LedgerState,
  { seed, now }: DecisionContext,
): readonly HistoryRecord[] => {
  const updateId = `1220${bytesToHex(seed)}`;
  return inputs.map((input, index) => ({
    eventId: `#${updateId}:${index}`,
    date: now,
    synchronizerId: firstSynchronizer(state),
    offset: state.ledgerEnd,
    ...input,
  }));
};

const firstSynchronizer = ({ synchronizers }: LedgerState): SynchronizerId =>
  synchronizers[0]?.id ?? "";

const assertUnique = (records: readonly HistoryRecord[], state: LedgerState): void => {
  const seen = new Set<string>();
  for (const [index, { eventId }] of records.entries()) {
    if (seen.has(eventId) || state.historyPositions.has(eventId)) {
      throw ledgerError("INVALID_ARGUMENT", {
        cause: `There is already a history record with the event id ${eventId}.`,
        path: `transactions[${index}].event_id`,
      });
    }
    seen.add(eventId);
  }
};
