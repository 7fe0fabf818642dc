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

/** W3C trace context as the submitter sent it. */
export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** A change of the ledger, at one offset. */
export type Update = TransactionUpdate | ReassignmentUpdate | TopologyUpdate;

interface UpdateCommon {
  readonly updateId: UpdateId;
  readonly offset: Offset;
  readonly synchronizerId: SynchronizerId;
  /** Sequencing time; monotone per synchronizer. */
  readonly recordTime: Micros;
  readonly traceContext?: TraceContext;
}

/** Who submitted; shown to the submitters only (ledger-api.md 3.1.3). */
export interface Submission {
  readonly userId: UserId;
  readonly commandId: string;
  /** `""` when none was given. */
  readonly workflowId: string;
  readonly submissionId: string;
  /** Sorted, free of repeats. */
  readonly actAs: readonly Party[];
}

/** A transaction that commands have brought about, with all of its nodes, whoever may see them. */
export interface TransactionUpdate extends UpdateCommon {
  readonly kind: "transaction";
  readonly submission: Submission;
  /** Ledger time. */
  readonly effectiveAt: Micros;
  readonly transaction: Transaction;
  /** Lowercase hex, of externally signed transactions. */
  readonly externalTransactionHash?: string;
}

/** Contracts that left a synchronizer together, or were assigned to one. */
export interface ReassignmentUpdate extends UpdateCommon {
  readonly kind: "reassignment";
  readonly submission: Submission;
  readonly events: readonly ReassignmentEvent[];
}

/** A contract that left its synchronizer, or came to another one. */
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
  /** Until when only who unassigned may assign. */
  readonly assignmentExclusivity?: Micros;
}

/** A contract that left its synchronizer. */
export interface UnassignedEvent extends ReassignmentEventCommon {
  readonly kind: "unassigned";
  readonly contractId: ContractId;
  readonly templateId: TypeId;
  readonly packageName: PackageName;
}

/** A contract that came to a synchronizer from another one. */
export interface AssignedEvent extends ReassignmentEventCommon {
  readonly kind: "assigned";
  /** Of the unassigning update, which may be pruned already. */
  readonly unassignedAt: Offset;
  readonly contract: Contract;
}

/** Changes of what participants may do for parties, which took effect together. */
export interface TopologyUpdate extends UpdateCommon {
  readonly kind: "topology";
  readonly events: readonly TopologyEvent[];
}

/** What a participant may do for a party that it hosts. */
export type ParticipantPermission = "submission" | "confirmation" | "observation";

/** A change of what a participant may do for a party. */
export interface TopologyEvent {
  readonly kind: "added" | "changed" | "revoked" | "onboarding";
  readonly party: Party;
  readonly participantId: ParticipantId;
  /** Absent when revoked. */
  readonly permission?: ParticipantPermission;
  /** The permission until then; absent when there was none. Clients are not told. */
  readonly before?: ParticipantPermission;
}
