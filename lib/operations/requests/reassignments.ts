import type { ContractId, Party, SynchronizerId } from "../../ground/identifiers/identifiers.ts";
import type { EventFormatInput, Nothing } from "./formats.ts";

export interface SubmitReassignmentRequest {
  readonly reassignmentCommands: ReassignmentCommandsInput;
}

export interface SubmitAndWaitForReassignmentRequest extends SubmitReassignmentRequest {
  /** What the reassignment is to show; all that the submitter sees when absent. */
  readonly eventFormat?: EventFormatInput | null;
}

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

export type ReassignmentCommandInput =
  | { readonly UnassignCommand: { readonly value: UnassignCommandInput } }
  | { readonly AssignCommand: { readonly value: AssignCommandInput } }
  | { readonly Empty: Nothing };

interface BetweenSynchronizers {
  readonly source: SynchronizerId;
  readonly target: SynchronizerId;
}

export interface UnassignCommandInput extends BetweenSynchronizers {
  readonly contractId: ContractId;
}

export interface AssignCommandInput extends BetweenSynchronizers {
  /** Of what was unassigned. */
  readonly reassignmentId: string;
}
