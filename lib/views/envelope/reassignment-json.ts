import type {
  ContractId,
  NodeId,
  Offset,
  PackageName,
  Party,
  SynchronizerId,
  TypeId,
  UpdateId,
} from "../../base/identifiers/identifiers.ts";
import { formatInstant } from "../../base/values/time.ts";
import type {
  VisibleAssignedEvent,
  VisibleReassignment,
  VisibleReassignmentEvent,
  VisibleUnassignedEvent,
} from "../visibility/project-update.ts";
import type { EventEncoder } from "./event-encoder.ts";
import type { CreatedEventJson } from "./event-json.ts";
import { createTraceContextJson, type TraceContextJson } from "./trace-context-json.ts";

/** The API's JsReassignment (ledger-api.md 1.7). */
export interface ReassignmentJson {
  readonly updateId: UpdateId;
  readonly commandId: string;
  readonly workflowId: string;
  readonly offset: Offset;
  readonly events: readonly ReassignmentEventJson[];
  readonly traceContext: TraceContextJson;
  readonly recordTime: string;
  readonly synchronizerId: SynchronizerId;
  readonly paidTrafficCost: number | null;
}

/** An assignment or unassignment, as JSON of the ledger API. */
export type ReassignmentEventJson =
  | { readonly JsAssignmentEvent: AssignedEventJson }
  | { readonly JsUnassignedEvent: { readonly value: UnassignedEventJson } };

/** The assignment of a contract, as JSON of the ledger API. */
export interface AssignedEventJson {
  readonly source: SynchronizerId;
  readonly target: SynchronizerId;
  readonly reassignmentId: string;
  /** `""` if it is none of the requested parties. */
  readonly submitter: Party;
  readonly reassignmentCounter: number;
  readonly createdEvent: CreatedEventJson;
}

/** The unassignment of a contract, as JSON of the ledger API. */
export interface UnassignedEventJson {
  readonly reassignmentId: string;
  readonly contractId: ContractId;
  readonly templateId: TypeId;
  readonly source: SynchronizerId;
  readonly target: SynchronizerId;
  /** `""` if it is none of the requested parties. */
  readonly submitter: Party;
  readonly reassignmentCounter: number;
  readonly assignmentExclusivity: string | null;
  readonly witnessParties: readonly Party[];
  readonly packageName: PackageName;
  readonly offset: Offset;
  readonly nodeId: NodeId;
}

export const toReassignmentJson = (
  { update, events, submitted }: VisibleReassignment,
  encoder: EventEncoder,
): ReassignmentJson => ({
  updateId: update.updateId,
  commandId: submitted ? update.submission.commandId : "",
  workflowId: update.submission.workflowId,
  offset: update.offset,
  events: events.map((event) => reassignmentEventJson(event, update.offset, encoder)),
  traceContext: createTraceContextJson(update.traceContext, update.updateId),
  recordTime: formatInstant(update.recordTime),
  synchronizerId: update.synchronizerId,
  paidTrafficCost: submitted ? 0 : null,
});

export const createUnassignedEventJson = (
  { event, witnessParties, submitterVisible }: VisibleUnassignedEvent,
  offset: Offset,
): UnassignedEventJson => ({
  reassignmentId: event.reassignmentId,
  contractId: event.contractId,
  templateId: event.templateId,
  source: event.source,
  target: event.target,
  submitter: submitterVisible ? event.submitter : "",
  reassignmentCounter: event.reassignmentCounter,
  assignmentExclusivity:
    event.assignmentExclusivity === undefined ? null : formatInstant(event.assignmentExclusivity),
  witnessParties,
  packageName: event.packageName,
  offset,
  nodeId: event.nodeId,
});

const reassignmentEventJson = (
  event: VisibleReassignmentEvent,
  offset: Offset,
  encoder: EventEncoder,
): ReassignmentEventJson =>
  event.kind === "assigned"
    ? { JsAssignmentEvent: assignedEventJson(event, offset, encoder) }
    : { JsUnassignedEvent: { value: createUnassignedEventJson(event, offset) } };

const assignedEventJson = (
  { event, contract, witnessParties, includeBlob, views, submitterVisible }: VisibleAssignedEvent,
  offset: Offset,
  encoder: EventEncoder,
): AssignedEventJson => ({
  source: event.source,
  target: event.target,
  reassignmentId: event.reassignmentId,
  submitter: submitterVisible ? event.submitter : "",
  reassignmentCounter: event.reassignmentCounter,
  createdEvent: encoder.encodeCreated(
    {
      kind: "created",
      nodeId: event.nodeId,
      contract,
      witnessParties,
      acsDelta: true,
      includeBlob,
      views,
    },
    offset,
  ),
});
