import type { ContractId, Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { EventFormatInput, Nothing } from "./formats.ts";

/** A reassignment that is not waited for. */
export interface SubmitReassignmentRequest {
  readonly reassignmentCommands: ReassignmentCommandsInput;
}

/** A reassignment, and the form of what is answered. */
export interface SubmitAndWaitForReassignmentRequest extends SubmitReassignmentRequest {
  /** What the reassignment is to show; all that the submitter sees when absent. */
  readonly eventFormat?: EventFormatInput | null;
}

/** Commands of one reassignment, and on whose behalf they are. */
export interface ReassignmentCommandsInput {
  readonly commandId: string;
  readonly submitter: Party;
  /** Of one kind, and between the same synchronizers. */
  readonly commands: readonly { readonly command?: ReassignmentCommandInput }[];
  /** The caller when absent. */
  readonly userId?: string;
  readonly workflowId?: string;
  readonly submissionId?: string;
}

/** Takes contracts away from a synchronizer, or lets them arrive on one. */
export type ReassignmentCommandInput =
  | { readonly UnassignCommand: { readonly value: UnassignCommandInput } }
  | { readonly AssignCommand: { readonly value: AssignCommandInput } }
  | { readonly Empty: Nothing };

interface BetweenSynchronizers {
  readonly source: SynchronizerId;
  readonly target: SynchronizerId;
}

/** Takes a contract away from a synchronizer, to be assigned on another. */
export interface UnassignCommandInput extends BetweenSynchronizers {
  readonly contractId: ContractId;
}

/** Lets contracts arrive: the `reassignmentId` of what unassigned them, and both synchronizers. */
export interface AssignCommandInput extends BetweenSynchronizers {
  /** Of what was unassigned. */
  readonly reassignmentId: string;
}
