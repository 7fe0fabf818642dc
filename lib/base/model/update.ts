import type {
  ContractId,
  Micros,
  NodeId,
  Offset,
  PackageName,
  ParticipantId,
  Party,
  SynchronizerId,
  TypeId,
  UpdateId,
  UserId,
} from "../identifiers/identifiers.ts";
import type { Contract } from "./contract.ts";
import type { Transaction } from "./node.ts";

/** W3C trace context, as the submitter sent it. */
export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** A change of the ledger at one offset. */
export type Update = TransactionUpdate | ReassignmentUpdate | TopologyUpdate;

interface UpdateCommon {
  readonly updateId: UpdateId;
  readonly offset: Offset;
  readonly synchronizerId: SynchronizerId;
  /** Time at which the synchronizer sequenced the update; never decreases on a synchronizer. */
  readonly recordTime: Micros;
  readonly traceContext?: TraceContext;
}

/**
 * The data of a submission. Only the submitters of an update see all of these fields (ledger-api.md
 * 3.1.3).
 */
export interface Submission {
  readonly userId: UserId;
  readonly commandId: string;
  /** `""` if none was given. */
  readonly workflowId: string;
  readonly submissionId: string;
  /** Sorted, without duplicates. */
  readonly actAs: readonly Party[];
}

/** A transaction of commands, with all its nodes, before any filtering by party. */
export interface TransactionUpdate extends UpdateCommon {
  readonly kind: "transaction";
  readonly submission: Submission;
  /** Ledger time. */
  readonly effectiveAt: Micros;
  readonly transaction: Transaction;
  /** Lowercase hex; present only on externally signed transactions. */
  readonly externalTransactionHash?: string;
}

/** Contracts that were unassigned together from one synchronizer, or assigned together to one. */
export interface ReassignmentUpdate extends UpdateCommon {
  readonly kind: "reassignment";
  readonly submission: Submission;
  readonly events: readonly ReassignmentEvent[];
}

/** The unassignment or the assignment of one contract. */
export type ReassignmentEvent = UnassignedEvent | AssignedEvent;

interface ReassignmentEventCommon {
  readonly nodeId: NodeId;
  readonly source: SynchronizerId;
  readonly target: SynchronizerId;
  readonly reassignmentId: string;
  readonly submitter: Party;
  readonly reassignmentCounter: number;
  /** The stakeholders of the contract, sorted. */
  readonly stakeholders: readonly Party[];
  /** Time until which only the submitter of the unassignment may assign the contract. */
  readonly assignmentExclusivity?: Micros;
}

/** A contract was unassigned from its synchronizer. */
export interface UnassignedEvent extends ReassignmentEventCommon {
  readonly kind: "unassigned";
  readonly contractId: ContractId;
  readonly templateId: TypeId;
  readonly packageName: PackageName;
}

/** A contract was assigned to a synchronizer. */
export interface AssignedEvent extends ReassignmentEventCommon {
  readonly kind: "assigned";
  /** Offset of the unassignment, which may already be pruned. */
  readonly unassignedAt: Offset;
  readonly contract: Contract;
}

/** Changes of participants' permissions for parties, in one update. */
export interface TopologyUpdate extends UpdateCommon {
  readonly kind: "topology";
  readonly events: readonly TopologyEvent[];
}

/** The permission of a participant for a party that it hosts. */
export type ParticipantPermission = "submission" | "confirmation" | "observation";

/** A change of one participant's permission for a party. */
export interface TopologyEvent {
  readonly kind: "added" | "changed" | "revoked" | "onboarding";
  readonly party: Party;
  readonly participantId: ParticipantId;
  /** Absent if the permission was revoked. */
  readonly permission?: ParticipantPermission;
  /** The previous permission; absent if there was none. Clients do not see it. */
  readonly before?: ParticipantPermission;
}
