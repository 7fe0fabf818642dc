import type { Micros } from "../base/identifiers/identifiers.ts";
import type { TransactionUpdate } from "../base/model/update.ts";
import type { LedgerState } from "../ledger/state/ledger-state.ts";

/** A transaction with the record time that Scan shows. */
export interface TransactionWithUniqueRecordTime {
  readonly update: TransactionUpdate;
  readonly recordTime: Micros;
}

/**
 * Yields all transactions in order, each with a different record time. Clients of Scan page by record time,
 * and on a network no two updates have the same one. If the ledger's clock stands still, a transaction gets a
 * record time one microsecond after that of the previous one.
 */
export function* listTransactionsWithUniqueRecordTime({
  log,
}: Pick<LedgerState, "log">): Generator<TransactionWithUniqueRecordTime> {
  let last: Micros | undefined;
  for (const { update } of log.values()) {
    if (update?.kind !== "transaction") continue;
    const isLater = last === undefined || update.recordTime > last;
    last = isLater ? update.recordTime : (last ?? 0n) + 1n;
    yield { update, recordTime: last };
  }
}
