import { ImmutableHashMap } from "../../lib/base/collections/immutable-hash-map.ts";
import { ImmutableOrderedMap } from "../../lib/base/collections/immutable-ordered-map.ts";
import type { CoinHistoryRecord, CoinHistoryRecordContent } from "../../lib/history.ts";
import type { LedgerConfig } from "../../lib/index.ts";
import { createInitialLedgerState } from "../../lib/ledger/state/initial-state.ts";
import type { LedgerState } from "../../lib/store.ts";

/** Returns the record of the `index`-th update of a ledger: `body`, by default a tap of one coin. */
export const historyRecord = (
  index: number,
  body?: CoinHistoryRecordContent,
): CoinHistoryRecord => ({
  eventId: `#${index.toString().padStart(16, "0")}:1220:0`,
  date: BigInt(index) * 1_000_000n,
  synchronizerId: "sync::1220",
  offset: index + 1,
  body: body ?? { kind: "tap", owner: "alice::1220", amount: 10_000_000_000n },
});

export const historyRecords = (count: number): readonly CoinHistoryRecord[] =>
  Array.from({ length: count }, (_, index) => historyRecord(index));

const positionsOf = (records: readonly CoinHistoryRecord[]): LedgerState["historyPositions"] => {
  const positions = ImmutableHashMap.empty<string, number>().edit();
  for (const [index, { eventId }] of records.entries()) positions.set(eventId, index);
  return positions.close();
};

/** Returns the part of a ledger that the history endpoint reads, with these records. */
export const ledgerWithHistory = (
  records: readonly CoinHistoryRecord[],
): { readonly state: LedgerState; readonly config: LedgerConfig } => ({
  state: {
    ...createInitialLedgerState("participant::1220"),
    history: ImmutableOrderedMap.from([...records.entries()]),
    historyPositions: positionsOf(records),
  },
  config: { maxHistoryPageSize: 1000 } as LedgerConfig,
});
