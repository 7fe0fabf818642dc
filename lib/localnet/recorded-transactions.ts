import type { Micros } from "../base/identifiers/identifiers.ts";
import type { TransactionUpdate } from "../base/model/update.ts";
import type { LedgerState } from "../ledger/state/ledger-state.ts";

/** A transaction with the record time that Scan shows. */
export interface RecordedTransaction {
  readonly update: TransactionUpdate;
  readonly recordTime: Micros;
}

/**
 * Yields all transactions in order, each with a record time of its own. Clients of Scan page by record time, and on a network no
 * two updates have the same. Where the ledger's clock stands still, a transaction is shown a microsecond after the one before.
 */
export function* recordedTransactions({
  log,
}: Pick<LedgerState, "log">): Generator<RecordedTransaction> {
  let last: Micros | undefined;
  for (const { update } of log.values()) {
    if (update?.kind !== "transaction") continue;
    const isLater = last === undefined || update.recordTime > last;
    last = isLater ? update.recordTime : (last ?? 0n) + 1n;
    yield { update, recordTime: last };
  }
}
