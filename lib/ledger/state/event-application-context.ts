import type { PackageId } from "../../base/identifiers/identifiers.ts";
import type { CoinHistoryRecord } from "../../base/model/coin-history-record.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { LedgerState } from "./ledger-state.ts";

/** The data that is needed to apply an event, in addition to state and event. */
export interface EventApplicationContext {
  /** Returns the definition of a package that an event adds. */
  package(packageId: PackageId): Package | undefined;
  /**
   * Returns the coin history of a transaction. `state` is the state before the transaction. Must
   * not throw. Absent on a ledger without coin history.
   */
  readonly historyOf?:
    ((update: TransactionUpdate, state: LedgerState) => readonly CoinHistoryRecord[]) | undefined;
}
