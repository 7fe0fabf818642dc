import type { Party } from "../../base/identifiers/identifiers.ts";
import type { Submission, TraceContext } from "../../base/model/update.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { Writer } from "../authorization/commit-for.ts";
import type {
  AssignCommand,
  ReassignmentCommand,
  UnassignCommand,
} from "./validate-reassignment.ts";

/** A reassignment that is decoded, authorized and valid in itself: all that a decision needs of it. */
export interface AdmittedReassignment<Command = ReassignmentCommand> extends Writer {
  /** Its submission id is `""` when the ledger is to choose one. */
  readonly submission: Submission;
  /** The only party of `submission.actAs`. */
  readonly submitter: Party;
  readonly command: Command;
  readonly traceContext: TraceContext | undefined;
  /** The state when it came: what changed since then, it lost a race against. */
  readonly received: LedgerState;
}

export type PreparedUnassignment = AdmittedReassignment<UnassignCommand>;
export type PreparedAssignment = AdmittedReassignment<AssignCommand>;
