import type { ContractId, Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { EmptyObject, EventFormatInput } from "./formats.ts";

/** The body of `POST /v2/commands/async/submit-reassignment`. */
export interface SubmitReassignmentRequest {
  readonly reassignmentCommands: ReassignmentCommandsInput;
}

/**
 * The body of `POST /v2/commands/submit-and-wait-for-reassignment`: a reassignment, with the format
 * of the response.
 */
export interface SubmitAndWaitForReassignmentRequest extends SubmitReassignmentRequest {
  /** The events to return. Default: none. */
  readonly eventFormat?: EventFormatInput | null;
}

/** The commands of one reassignment, with its submitter. */
export interface ReassignmentCommandsInput {
  readonly commandId: string;
  readonly submitter: Party;
  /** All of one kind, and between the same synchronizers. */
  readonly commands: readonly { readonly command?: ReassignmentCommandInput }[];
  /** Default: the caller. */
  readonly userId?: string;
  readonly workflowId?: string;
  readonly submissionId?: string;
}

/** Unassigns contracts from a synchronizer, or assigns them to one. */
export type ReassignmentCommandInput =
  | { readonly UnassignCommand: { readonly value: UnassignCommandInput } }
  | { readonly AssignCommand: { readonly value: AssignCommandInput } }
  | { readonly Empty: EmptyObject };

interface BetweenSynchronizers {
  readonly source: SynchronizerId;
  readonly target: SynchronizerId;
}

/** Unassigns a contract from a synchronizer, for an assignment to another. */
export interface UnassignCommandInput extends BetweenSynchronizers {
  readonly contractId: ContractId;
}

/** Assigns contracts: the `reassignmentId` of their unassignment, and both synchronizers. */
export interface AssignCommandInput extends BetweenSynchronizers {
  /** The id from the unassignment. */
  readonly reassignmentId: string;
}
