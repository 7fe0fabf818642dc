import type { TransactionUpdate } from "../../base/model/update.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import {
  presentTransaction,
  type TransactionPresentation,
} from "../../views/envelope/present-transaction.ts";
import type { Caller } from "../authorization/caller.ts";

/** The transaction that commands have made, as they are answered. Where the caller takes notes, they say what of it was read. */
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
