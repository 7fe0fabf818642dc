import { utf8ToBytes } from "@noble/hashes/utils.js";

import type { HistoryRecord } from "../../base/model/history-record.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import { hexDigestOf } from "../../base/values/digest.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { AdapterIndex } from "./adapter-index.ts";
import { EventIds } from "./event-ids.ts";
import type { HistoryAdapter, HistoryDraft } from "./history-rules.ts";
import { TransactionView } from "./transaction-view.ts";
import { TransactionWalk } from "./transaction-walk.ts";

/** The coin history of a transaction; `state` is the one before it. Total: never throws. */
export type HistoryProjection = (
  update: TransactionUpdate,
  state: LedgerState,
) => readonly HistoryRecord[];

/**
 * Projects transactions with each of the adapters. The records of a transaction follow the pre-order
 * of the nodes that name them.
 */
export const historyProjection = (adapters: readonly HistoryAdapter[]): HistoryProjection => {
  const indexes = adapters.map((adapter) => new AdapterIndex(adapter));
  return (update, state) => {
    const concerned = indexes.filter((index) => index.concerns(update.transaction, state.packages));
    if (concerned.length === 0) return [];
    const transaction = new TransactionView(update, state);
    const drafts = concerned.flatMap((index) => new TransactionWalk(index, transaction).drafts());
    return recordsOf(update, drafts, new EventIds(state));
  };
};

/** Tells rules apart, by all that they say, their code included. What the code refers to is not in it. */
export const hashOfRules = (adapters: readonly HistoryAdapter[]): string => {
  const text = JSON.stringify(adapters, (_, held: unknown) => {
    if (typeof held === "function" || held instanceof RegExp) return String(held);
    return typeof held === "bigint" ? `${held}n` : held;
  });
  return hexDigestOf(utf8ToBytes(text));
};

const recordsOf = (
  { updateId, effectiveAt, synchronizerId, offset }: TransactionUpdate,
  drafts: readonly HistoryDraft[],
  ids: EventIds,
): readonly HistoryRecord[] =>
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
