import type {
  NodeId,
  Offset,
  SynchronizerId,
  UpdateId,
} from "../../base/identifiers/identifiers.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import { formatInstant } from "../../base/values/time.ts";
import type { TransactionFormat } from "../visibility/event-format.ts";
import {
  compileTransactionFormat,
  projectVisibleTransaction,
  type VisibleTransaction,
} from "../visibility/project-update.ts";
import { EventEncoder, type EventEncodingLedgerState } from "./event-encoder.ts";
import type { CreatedEventJson, EventJson, ExercisedEventJson } from "./event-json.ts";
import { createTraceContextJson, type TraceContextJson } from "./trace-context-json.ts";

/** The API's JsTransaction (ledger-api.md 1.7). */
export interface TransactionJson {
  readonly updateId: UpdateId;
  /** The command id; `""` unless a requested party submitted the transaction. */
  readonly commandId: string;
  readonly workflowId: string;
  readonly effectiveAt: string;
  readonly events: readonly EventJson[];
  readonly offset: Offset;
  readonly synchronizerId: SynchronizerId;
  readonly traceContext: TraceContextJson;
  readonly recordTime: string;
  readonly externalTransactionHash: string | null;
  /**
   * 0, because this ledger charges no traffic costs; null unless a requested party submitted the
   * transaction.
   */
  readonly paidTrafficCost: number | null;
}

/** The API's JsTransactionTree (ledger-api.md 3.4.3). */
export interface TransactionTreeJson {
  readonly updateId: UpdateId;
  readonly commandId: string;
  readonly workflowId: string;
  readonly effectiveAt: string;
  readonly offset: Offset;
  readonly eventsById: Readonly<Record<NodeId, TreeEventJson>>;
  readonly synchronizerId: SynchronizerId;
  readonly traceContext: TraceContextJson;
  readonly recordTime: string;
}

/** An event of a transaction tree. It has exactly one key, the kind. */
export type TreeEventJson =
  | { readonly CreatedTreeEvent: { readonly value: CreatedEventJson } }
  | { readonly ExercisedTreeEvent: { readonly value: ExercisedEventJson } };

export const toTransactionJson = (
  { update, events, submitted }: VisibleTransaction,
  encoder: EventEncoder,
): TransactionJson => ({
  updateId: update.updateId,
  commandId: submitted ? update.submission.commandId : "",
  workflowId: update.submission.workflowId,
  effectiveAt: formatInstant(update.effectiveAt),
  events: events.map((event) => encoder.encodeEvent(event, update.offset)),
  offset: update.offset,
  synchronizerId: update.synchronizerId,
  traceContext: createTraceContextJson(update.traceContext, update.updateId),
  recordTime: formatInstant(update.recordTime),
  externalTransactionHash: update.externalTransactionHash ?? null,
  paidTrafficCost: submitted ? 0 : null,
});

/** Returns the tree form of a transaction. Omits archived events, which an ACS delta has in place of exercises. */
export const createTransactionTreeJson = (
  { update, events, submitted }: VisibleTransaction,
  encoder: EventEncoder,
): TransactionTreeJson => {
  const eventsById: Record<NodeId, TreeEventJson> = {};
  for (const event of events) {
    if (event.kind === "created") {
      eventsById[event.nodeId] = {
        CreatedTreeEvent: { value: encoder.encodeCreated(event, update.offset) },
      };
    } else if (event.kind === "exercised") {
      eventsById[event.node.nodeId] = {
        ExercisedTreeEvent: { value: encoder.encodeExercised(event, update.offset) },
      };
    }
  }
  return {
    updateId: update.updateId,
    commandId: submitted ? update.submission.commandId : "",
    workflowId: update.submission.workflowId,
    effectiveAt: formatInstant(update.effectiveAt),
    offset: update.offset,
    eventsById,
    synchronizerId: update.synchronizerId,
    traceContext: createTraceContextJson(update.traceContext, update.updateId),
    recordTime: formatInstant(update.recordTime),
  };
};

/** Converts a transaction to JSON: flat, or as a tree. */
export type TransactionJsonConverter<Json> = (
  visible: VisibleTransaction,
  encoder: EventEncoder,
) => Json;

export interface TransactionResponseFormat<Json> {
  readonly format: TransactionFormat;
  readonly form: TransactionJsonConverter<Json>;
}

/**
 * Returns a transaction as the response to its submission. Omits events that the format excludes,
 * but always returns the transaction. If no event is left, the response still has the data that
 * only submitters see, because the reader is the submitter. `state` has the packages of the events.
 * Calls `onVisible` with the visible part.
 */
export const createTransactionResponse = <Json>(
  update: TransactionUpdate,
  { format, form }: TransactionResponseFormat<Json>,
  state: EventEncodingLedgerState,
  onVisible?: (visible: VisibleTransaction) => void,
): Json => {
  const projection = compileTransactionFormat(format, state.packages);
  const visible = projectVisibleTransaction(update, projection);
  onVisible?.(visible);
  const submitted = visible.submitted || visible.events.length === 0;
  return form({ ...visible, submitted }, new EventEncoder(state));
};
