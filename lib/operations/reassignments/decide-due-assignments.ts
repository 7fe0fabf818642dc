import { utf8ToBytes } from "@noble/hashes/utils.js";

import type { Party } from "../../base/identifiers/identifiers.ts";
import type { Submission } from "../../base/model/update.ts";
import { computeSha256Digest } from "../../base/values/digest.ts";
import type { LedgerDecisionFunction } from "../../ledger/port/ledger-decision.ts";
import type { InFlightReassignment, LedgerState } from "../../ledger/state/ledger-state.ts";
import { findHostingPermission } from "../../ledger/state/synchronizers.ts";
import {
  createReassignmentCommittedEvent,
  type ReassignmentCommittedEvent,
} from "./committed-reassignment.ts";
import { createAssignedEvents } from "./create-assigned-events.ts";

/**
 * Decides which contracts in flight the ledger itself assigns now: those whose exclusivity timeout
 * has passed, in the order of the timeouts (ledger-api.md 3.13 "Automatic assignment"). The
 * submitter is the party that unassigned the contracts or, if this participant may not submit for
 * it on the target, the first other stakeholder that it may submit for. If there is none, the
 * contracts stay in flight. The assignment has the user and command id of the unassignment. Pure;
 * O(due assignments).
 */
export const decideDueAssignments: LedgerDecisionFunction<void> = (state, { now, seed }) => {
  const events: ReassignmentCommittedEvent[] = [];
  for (const { at, reassignmentId } of state.assignmentsDue.values()) {
    if (at > now) break;
    const flight = state.inFlight.get(reassignmentId);
    const arrival = flight && createDueAssignment(flight, state);
    if (arrival === undefined) continue;
    events.push(
      createReassignmentCommittedEvent({
        ...arrival,
        offset: state.ledgerEnd + 1 + events.length,
        now,
        seed: computeSha256Digest(seed, utf8ToBytes(reassignmentId)),
        events: createAssignedEvents(arrival, state, arrival.submitter),
      }),
    );
  }
  return { events, outcome: undefined };
};

const createDueAssignment = (flight: InFlightReassignment, state: LedgerState) => {
  const [event] = flight.events;
  const synchronizer = state.synchronizers.find(({ id }) => id === event?.target);
  if (event === undefined || synchronizer === undefined) return undefined;
  const candidates = [event.submitter, ...event.stakeholders];
  const submitter = candidates.find(
    (party) => findHostingPermission(state, party, synchronizer.id) === "submission",
  );
  return submitter === undefined
    ? undefined
    : {
        ...flight,
        synchronizer,
        submitter,
        submission: automaticSubmission(flight.submission, submitter),
      };
};

/**
 * Returns the submission of an automatic assignment. No client submitted it, so it has neither a
 * submission id nor a workflow id.
 */
const automaticSubmission = ({ userId, commandId }: Submission, submitter: Party): Submission => ({
  userId,
  commandId,
  workflowId: "",
  submissionId: "",
  actAs: [submitter],
});
