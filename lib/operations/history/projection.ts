import { utf8ToBytes } from "@noble/hashes/utils.js";

import type { CoinHistoryRecord } from "../../base/model/coin-history-record.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import { computeSha256HexDigest } from "../../base/values/digest.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { HistoryAdapterIndex } from "./adapter-index.ts";
import { CoinHistoryRecordCollector } from "./coin-history-record-collector.ts";
import { HistoryEventIdGenerator } from "./event-id-generator.ts";
import type { CoinHistoryRecordDraft, HistoryAdapter } from "./history-rules.ts";
import { TransactionReaderForHistoryRules } from "./transaction-for-history-rules.ts";

/**
 * Returns the coin history of a transaction. `state` is the state before the transaction. Never
 * throws.
 */
export type DeriveCoinHistory = (
  update: TransactionUpdate,
  state: LedgerState,
) => readonly CoinHistoryRecord[];

/**
 * Returns a function that applies all adapters to a transaction. It returns the records in the
 * pre-order of their nodes.
 */
export const combineHistoryAdapters = (adapters: readonly HistoryAdapter[]): DeriveCoinHistory => {
  const indexes = adapters.map((adapter) => new HistoryAdapterIndex(adapter));
  return (update, state) => {
    const relevantIndexes = indexes.filter((index) =>
      index.mayHaveHistory(update.transaction, state.packages),
    );
    if (relevantIndexes.length === 0) return [];
    const transaction = new TransactionReaderForHistoryRules(update, state);
    const drafts = relevantIndexes.flatMap((index) =>
      new CoinHistoryRecordCollector(index, transaction).createHistoryDrafts(),
    );
    return createHistoryRecords(update, drafts, new HistoryEventIdGenerator(state));
  };
};

/**
 * Returns a hash of the adapters and of the source code of their functions. Code that these
 * functions call is not included.
 */
export const hashHistoryRules = (adapters: readonly HistoryAdapter[]): string => {
  const text = JSON.stringify(adapters, (_, held: unknown) => {
    if (typeof held === "function" || held instanceof RegExp) return String(held);
    return typeof held === "bigint" ? `${held}n` : held;
  });
  return computeSha256HexDigest(utf8ToBytes(text));
};

const createHistoryRecords = (
  { updateId, effectiveAt, synchronizerId, offset }: TransactionUpdate,
  drafts: readonly CoinHistoryRecordDraft[],
  ids: HistoryEventIdGenerator,
): readonly CoinHistoryRecord[] =>
  drafts
    .toSorted((left, right) => left.nodeId - right.nodeId)
    .map(({ nodeId, round, body }) => ({
      eventId: ids.next(updateId, nodeId),
      updateId,
      date: effectiveAt,
      synchronizerId,
      offset,
      ...(round === undefined ? {} : { round }),
      body,
    }));
