import type { Micros } from "../../base/identifiers/identifiers.ts";
import type { Transaction } from "../../base/model/node.ts";
import type { LedgerTimeBounds } from "../../contracts/transaction/ledger-time-bounds.ts";

/**
 * A transaction that was prepared before, and the terms it was signed under: executed, it must come
 * out as it was then (interactive-submission.md 8, 9).
 */
export interface SignedTransaction {
  /** What was signed: lowercase hex. */
  readonly hash: string;
  readonly rootSeed: Uint8Array;
  readonly preparationTime: Micros;
  /** The ledger times that the transaction holds for. */
  readonly ledgerTimeBounds: LedgerTimeBounds;
  /** After that it must not be executed. */
  readonly maxRecordTime: Micros | undefined;
  /** Whether what came out now is what was signed. */
  readonly isSame: (transaction: Transaction) => boolean;
}
