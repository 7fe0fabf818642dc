import type { Party } from "../../base/identifiers/identifiers.ts";
import type { Submission, TraceContext } from "../../base/model/update.ts";
import type { CommitCaller } from "../../ledger/port/decision.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type {
  AssignCommand,
  ReassignmentCommand,
  UnassignCommand,
} from "./validate-reassignment.ts";

/** A decoded, authorized and validated reassignment: the input of a decision. */
export interface AdmittedReassignment<Command = ReassignmentCommand> extends CommitCaller {
  /** Its submission id is `""` if the ledger creates one. */
  readonly submission: Submission;
  /** The only party of `submission.actAs`. */
  readonly submitter: Party;
  readonly command: Command;
  readonly traceContext: TraceContext | undefined;
  /**
   * The state when the request arrived. If the reassignment fails because of a later change, it
   * lost a race and is rejected.
   */
  readonly received: LedgerState;
}

export type PreparedUnassignment = AdmittedReassignment<UnassignCommand>;
export type PreparedAssignment = AdmittedReassignment<AssignCommand>;
