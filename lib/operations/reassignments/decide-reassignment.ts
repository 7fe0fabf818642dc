import type { ErrorDetails } from "../../base/errors/ledger-error.ts";
import type { Completion } from "../../base/model/completion.ts";
import type { ReassignmentUpdate, Submission } from "../../base/model/update.ts";
import { deriveUuid } from "../../contracts/transaction/seeds.ts";
import type { LedgerDecision, LedgerDecisionInputs } from "../../ledger/port/ledger-decision.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { computeNextRecordTime } from "../../ledger/state/synchronizers.ts";
import type { AdmittedReassignment } from "./admitted-reassignment.ts";
import type { ReassignmentAttemptOutcome } from "./attempt.ts";
import { attemptAssignment } from "./attempt-assignment.ts";
import { attemptUnassignment } from "./attempt-unassignment.ts";
import { createReassignmentCommittedEvent } from "./committed-reassignment.ts";

/**
 * The outcome of a reassignment that passed the checks of its request. Both outcomes have a
 * completion.
 */
export type ReassignmentOutcome =
  | { readonly kind: "accepted"; readonly update: ReassignmentUpdate }
  | { readonly kind: "rejected"; readonly error: ErrorDetails };

/**
 * Decides a reassignment (ledger-api.md 3.13). Pure; linear in its contracts.
 *
 * Raises INVALID_ARGUMENT, without a completion, if the state when the request arrived did not
 * allow the reassignment. If only a later change prevents it, or if it is too early, the outcome is
 * a rejection, with a completion.
 */
export const decideReassignment = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  admitted: AdmittedReassignment,
): LedgerDecision<ReassignmentOutcome> => {
  const attempt = attemptReassignment(state, context, admitted);
  const { now, seed } = context;
  const { synchronizer } = attempt;
  const { traceContext } = admitted;
  const submission = ensureSubmissionId(admitted.submission, seed);
  const offset = state.ledgerEnd + 1;
  if (attempt.kind === "rejected") {
    const { error } = attempt;
    const completion: Completion = {
      offset,
      submission,
      synchronizerId: synchronizer.id,
      recordTime: computeNextRecordTime(synchronizer, now),
      ...(traceContext && { traceContext }),
      outcome: { kind: "rejected", error },
    };
    return {
      events: [{ kind: "commandRejected", completion }],
      outcome: { kind: "rejected", error },
    };
  }
  const { events } = attempt;
  const accepted = { offset, synchronizer, now, seed, submission, traceContext, events };
  const committed = createReassignmentCommittedEvent(accepted);
  return { events: [committed], outcome: { kind: "accepted", update: committed.update } };
};

const attemptReassignment = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  admitted: AdmittedReassignment,
): ReassignmentAttemptOutcome => {
  const { command } = admitted;
  switch (command.kind) {
    case "unassign":
      return attemptUnassignment(state, context, { ...admitted, command });
    case "assign":
      return attemptAssignment(state, context, { ...admitted, command });
  }
};

const ensureSubmissionId = (submission: Submission, seed: Uint8Array): Submission => {
  if (submission.submissionId !== "") return submission;
  const { userId, commandId, workflowId, actAs } = submission;
  const submissionId = deriveUuid(seed, "submission id");
  return { userId, commandId, workflowId, submissionId, actAs };
};
