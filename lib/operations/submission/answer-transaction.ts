import type { TransactionUpdate } from "../../base/model/update.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import {
  presentTransaction,
  type TransactionPresentation,
} from "../../views/envelope/present-transaction.ts";
import type { Caller } from "../authorization/caller.ts";

/**
 * Returns the transaction of a submission in the form of its response. Reports what was read to the
 * caller's call notes.
 */
export const answerTransaction = <Json>(
  update: TransactionUpdate,
  presentation: TransactionPresentation<Json>,
  state: LedgerState,
  { notes }: Caller,
): Json =>
  presentTransaction(
    update,
    presentation,
    state,
    notes && ((visible) => notes.read(update, visible, { transactions: presentation.format })),
  );
