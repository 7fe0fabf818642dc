import type { Package } from "../../contracts/engine/package.ts";
import type { PackageId } from "../../ground/identifiers/identifiers.ts";
import type { HistoryRecord } from "../../ground/model/history-record.ts";
import type { TransactionUpdate } from "../../ground/model/update.ts";
import type { PackageArchive } from "./ledger-event.ts";
import type { LedgerState } from "./ledger-state.ts";

/** What folding may depend on besides state and event. */
export interface EvolveContext {
  package(packageId: PackageId): Package | undefined;
  /** Told of uploads before the packages in them are asked for. */
  receive?(archives: readonly PackageArchive[]): void;
  /**
   * The coin history a transaction gives; none when absent. `state` is the one before the
   * transaction. Total: never throws.
   */
  historyOf?(update: TransactionUpdate, state: LedgerState): readonly HistoryRecord[];
}
