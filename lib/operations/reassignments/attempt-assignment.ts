import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { Micros, Party } from "../../base/identifiers/identifiers.ts";
import type { UnassignedEvent } from "../../base/model/update.ts";
import { formatInstant } from "../../base/values/time.ts";
import type { LedgerDecisionInputs } from "../../ledger/port/ledger-decision.ts";
import type { InFlightReassignment, LedgerState } from "../../ledger/state/ledger-state.ts";
import { computeNextRecordTime } from "../../ledger/state/synchronizers.ts";
import type { AdmittedAssignment } from "./admitted-reassignment.ts";
import {
  getConnectedSynchronizer,
  type ReassignmentAttemptOutcome,
  reassignmentRefusedError,
  requireHostedSubmitter,
} from "./attempt.ts";
import { createAssignedEvents } from "./create-assigned-events.ts";

/**
 * Checks an assignment, and returns the events that assign all contracts of a reassignment in
 * flight to their target. The submitter must be a stakeholder.
 *
 * Raises INVALID_ARGUMENT for every failed check of the state (ledger-api.md 3.13). Returns a
 * rejection in two cases: if the reassignment was completed after the request arrived, and if the
 * exclusivity timeout of another submitter has not passed.
 */
export const attemptAssignment = (
  state: LedgerState,
  { now }: LedgerDecisionInputs,
  admitted: AdmittedAssignment,
): ReassignmentAttemptOutcome => {
  const { command, submitter, received } = admitted;
  const { reassignmentId } = command;
  const target = getConnectedSynchronizer(state, command.target, "target");
  const inFlight = findInFlightReassignment(state, command);
  const known = inFlight ?? findInFlightReassignment(received, command);
  if (known === undefined) {
    throw reassignmentRefusedError(
      `No reassignment ${reassignmentId} to ${target.id} is in flight: it was never started, or is already completed.`,
      "reassignmentId",
    );
  }
  requireStakeholder(known.events, submitter);
  requireHostedSubmitter(state, submitter, target.id);
  const rejected = { kind: "rejected", synchronizer: target } as const;
  if (inFlight === undefined) {
    return { ...rejected, error: alreadyCompletedError(reassignmentId).details };
  }
  const exclusiveUntil = exclusiveTime(inFlight.events, submitter);
  if (exclusiveUntil !== undefined && computeNextRecordTime(target, now) < exclusiveUntil) {
    return { ...rejected, error: tooEarlyError(reassignmentId, exclusiveUntil).details };
  }
  const events = createAssignedEvents(inFlight, state, submitter);
  return { kind: "possible", synchronizer: target, events };
};

const findInFlightReassignment = (
  { inFlight }: LedgerState,
  { reassignmentId, target }: AdmittedAssignment["command"],
): InFlightReassignment | undefined => {
  const flight = inFlight.get(reassignmentId);
  return flight?.events.every((event) => event.target === target) === true ? flight : undefined;
};

const requireStakeholder = (events: readonly UnassignedEvent[], submitter: Party): void => {
  if (events.every(({ stakeholders }) => stakeholders.includes(submitter))) return;
  throw reassignmentRefusedError(
    `${submitter} is not a stakeholder of the reassigned contracts.`,
    "submitter",
  );
};

/**
 * Returns the time until which only the party that unassigned the contracts may assign them;
 * undefined if the submitter is that party, or if there is no such time.
 */
const exclusiveTime = (
  [event]: readonly UnassignedEvent[],
  submitter: Party,
): Micros | undefined =>
  event?.submitter === submitter ? undefined : event?.assignmentExclusivity;

const alreadyCompletedError = (reassignmentId: string) =>
  ledgerError("ASSIGNMENT_ALREADY_COMPLETED", {
    cause: `The reassignment ${reassignmentId} was completed after the request arrived.`,
  });

const tooEarlyError = (reassignmentId: string, exclusiveUntil: Micros) =>
  ledgerError("REASSIGNMENT_VALIDATION_FAILED", {
    cause: `Until ${formatInstant(exclusiveUntil)}, only the party that started the reassignment ${reassignmentId} may complete it.`,
  });
