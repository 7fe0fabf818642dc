import type { PackageId } from "../../base/identifiers/identifiers.ts";
import type { HistoryRecord } from "../../base/model/history-record.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { LedgerState } from "./ledger-state.ts";

/** What folding may depend on besides state and event. */
export interface EvolveContext {
  /** The definition of a package that an event adds. */
  package(packageId: PackageId): Package | undefined;
  /**
   * The coin history a transaction gives; none when absent. `state` is the one before the
   * transaction. Total: never throws.
   */
  historyOf?(update: TransactionUpdate, state: LedgerState): readonly HistoryRecord[];
}
