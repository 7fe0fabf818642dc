import type { Micros } from "../../base/identifiers/identifiers.ts";
import type { Transaction } from "../../base/model/node.ts";
import type { LedgerTimeBounds } from "../../contracts/transaction/ledger-time-bounds.ts";

/**
 * The data of a signed prepared transaction that its execution is checked against: it must be
 * executed within the time bounds, and give the same transaction (interactive-submission.md 8, 9).
 */
export interface SignedTransactionExpectations {
  /** The signed hash in lowercase hex. */
  readonly hash: string;
  /** UUID of the transaction, chosen when it was prepared. */
  readonly uuid: string;
  readonly rootSeed: Uint8Array;
  readonly preparationTime: Micros;
  /** The ledger times at which the transaction is valid. */
  readonly ledgerTimeBounds: LedgerTimeBounds;
  /** Latest record time of the execution. */
  readonly maxRecordTime: Micros | undefined;
  /** Returns true if the transaction equals the signed one. */
  readonly isSame: (transaction: Transaction) => boolean;
}
