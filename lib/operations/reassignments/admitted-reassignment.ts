import type { Party } from "../../base/identifiers/identifiers.ts";
import type { Submission, TraceContext } from "../../base/model/update.ts";
import type { DecisionCaller } from "../../ledger/port/ledger-decision.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type {
  AssignCommand,
  ReassignmentCommandBatch,
  UnassignCommand,
} from "./validate-reassignment.ts";

/** A decoded, authorized and validated reassignment: the input of a decision. */
export interface AdmittedReassignment<Command = ReassignmentCommandBatch> extends DecisionCaller {
  /** The submission. Its submission id is `""` if the ledger must create one. */
  readonly submission: Submission;
  /** The only party of `submission.actAs`. */
  readonly submitter: Party;
  readonly command: Command;
  readonly traceContext: TraceContext | undefined;
  /**
   * The state when the request arrived. If this state allows the reassignment but the current state
   * does not, another request was faster: the reassignment is rejected for that reason.
   */
  readonly received: LedgerState;
}

export type AdmittedUnassignment = AdmittedReassignment<UnassignCommand>;
export type AdmittedAssignment = AdmittedReassignment<AssignCommand>;
