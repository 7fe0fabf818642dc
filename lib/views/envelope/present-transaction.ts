import type { TransactionUpdate } from "../../base/model/update.ts";
import type { TransactionFormat } from "../visibility/event-format.ts";
import {
  compileTransactionFormat,
  projectTransaction,
  type VisibleTransaction,
} from "../visibility/project-update.ts";
import { EventEncoder, type EventEncoderState } from "./event-encoder.ts";

/** Converts a transaction to JSON: flat, or as a tree. */
export type TransactionForm<Json> = (visible: VisibleTransaction, encoder: EventEncoder) => Json;

export interface TransactionPresentation<Json> {
  readonly format: TransactionFormat;
  readonly form: TransactionForm<Json>;
}

/**
 * Returns a transaction as the response to its submission. Events that the format filters out are
 * omitted, but the transaction is always returned; without events, it has the data of its
 * completion, because the reader is the submitter. `state` has the packages of its events. `told`
 * is called with the visible part.
 */
export const presentTransaction = <Json>(
  update: TransactionUpdate,
  { format, form }: TransactionPresentation<Json>,
  state: EventEncoderState,
  told?: (visible: VisibleTransaction) => void,
): Json => {
  const projection = compileTransactionFormat(format, state.packages);
  const visible = projectTransaction(update, projection);
  told?.(visible);
  const submitted = visible.submitted || visible.events.length === 0;
  return form({ ...visible, submitted }, new EventEncoder(state));
};
