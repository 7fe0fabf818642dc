import type {
  NodeId,
  Offset,
  SynchronizerId,
  UpdateId,
} from "../../base/identifiers/identifiers.ts";
import { formatInstant } from "../../base/values/time.ts";
import type { VisibleTransaction } from "../visibility/project-update.ts";
import type { EventEncoder } from "./event-encoder.ts";
import type { CreatedEventJson, EventJson, ExercisedEventJson } from "./event-json.ts";
import { type TraceContextJson, traceContextJson } from "./trace-context-json.ts";

/** JsTransaction (ledger-api.md 1.7). */
export interface TransactionJson {
  readonly updateId: UpdateId;
  /** `""` unless a requested party submitted it. */
  readonly commandId: string;
  readonly workflowId: string;
  readonly effectiveAt: string;
  readonly events: readonly EventJson[];
  readonly offset: Offset;
  readonly synchronizerId: SynchronizerId;
  readonly traceContext: TraceContextJson;
  readonly recordTime: string;
  readonly externalTransactionHash: string | null;
  /** Null unless a requested party submitted it. Otherwise 0: this ledger charges no traffic. */
  readonly paidTrafficCost: number | null;
}

/** JsTransactionTree (ledger-api.md 3.4.3). */
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

export const transactionJson = (
  { update, events, submitted }: VisibleTransaction,
  encoder: EventEncoder,
): TransactionJson => ({
  updateId: update.updateId,
  commandId: submitted ? update.submission.commandId : "",
  workflowId: update.submission.workflowId,
  effectiveAt: formatInstant(update.effectiveAt),
  events: events.map((event) => encoder.event(event, update.offset)),
  offset: update.offset,
  synchronizerId: update.synchronizerId,
  traceContext: traceContextJson(update.traceContext, update.updateId),
  recordTime: formatInstant(update.recordTime),
  externalTransactionHash: update.externalTransactionHash ?? null,
  paidTrafficCost: submitted ? 0 : null,
});

/** Returns the tree form of a transaction that was projected as ledger effects. */
export const transactionTreeJson = (
  { update, events, submitted }: VisibleTransaction,
  encoder: EventEncoder,
): TransactionTreeJson => {
  const eventsById: Record<NodeId, TreeEventJson> = {};
  for (const event of events) {
    if (event.kind === "created") {
      eventsById[event.nodeId] = {
        CreatedTreeEvent: { value: encoder.created(event, update.offset) },
      };
    } else if (event.kind === "exercised") {
      eventsById[event.node.nodeId] = {
        ExercisedTreeEvent: { value: encoder.exercised(event, update.offset) },
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
    traceContext: traceContextJson(update.traceContext, update.updateId),
    recordTime: formatInstant(update.recordTime),
  };
};
