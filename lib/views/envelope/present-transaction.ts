import type { TransactionUpdate } from "../../base/model/update.ts";
import type { TransactionFormat } from "../visibility/event-format.ts";
import {
  compileTransactionFormat,
  projectTransaction,
  type VisibleTransaction,
} from "../visibility/project-update.ts";
import { EventEncoder, type EventEncoderState } from "./event-encoder.ts";

/** How the JSON of a transaction is laid out: flat, or as a tree. */
export type TransactionForm<Json> = (visible: VisibleTransaction, encoder: EventEncoder) => Json;

export interface TransactionPresentation<Json> {
  readonly format: TransactionFormat;
  readonly form: TransactionForm<Json>;
}

/**
 * A transaction as its submission answers it: events that the format withholds are left out, the
 * transaction itself is not. Where none are left, it is told by its completion, which is the submitter's.
 * `state` has the packages that its events are read with; `told` hears what is visible of it.
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
