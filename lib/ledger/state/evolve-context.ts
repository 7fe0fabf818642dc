import type { PackageId } from "../../base/identifiers/identifiers.ts";
import type { HistoryRecord } from "../../base/model/history-record.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { LedgerState } from "./ledger-state.ts";

/** The inputs of folding an event, other than state and event. */
export interface EvolveContext {
  /** Returns the definition of a package that an event adds. */
  package(packageId: PackageId): Package | undefined;
  /**
   * Returns the coin history of a transaction. If absent, there is none. `state` is the state
   * before the transaction. Must not throw.
   */
  readonly historyOf?:
    ((update: TransactionUpdate, state: LedgerState) => readonly HistoryRecord[]) | undefined;
}
