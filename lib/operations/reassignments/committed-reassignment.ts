import type { Micros, Offset } from "../../base/identifiers/identifiers.ts";
import type { Completion } from "../../base/model/completion.ts";
import type {
  ReassignmentEvent,
  ReassignmentUpdate,
  Submission,
  TraceContext,
} from "../../base/model/update.ts";
import { deriveUpdateId } from "../../contracts/transaction/seeds.ts";
import type { JournalEvent } from "../../ledger/state/journal-event.ts";
import type { Synchronizer } from "../../ledger/state/ledger-state.ts";
import { computeNextRecordTime } from "../../ledger/state/synchronizers.ts";

export type ReassignmentCommittedEvent = Extract<JournalEvent, { kind: "reassignmentCommitted" }>;

export interface AcceptedReassignment {
  readonly offset: Offset;
  /** The synchronizer that records the reassignment. */
  readonly synchronizer: Synchronizer;
  readonly now: Micros;
  /** The seed that the update id is derived from. Must be unique. */
  readonly seed: Uint8Array;
  readonly submission: Submission;
  readonly traceContext?: TraceContext | undefined;
  readonly events: readonly ReassignmentEvent[];
}

/** Returns the journal event of an accepted reassignment: its update and its completion. */
export const createReassignmentCommittedEvent = (
  accepted: AcceptedReassignment,
): ReassignmentCommittedEvent & { readonly update: ReassignmentUpdate } => {
  const { offset, synchronizer, now, seed, submission, traceContext, events } = accepted;
  const updateId = deriveUpdateId(seed, "reassignment update");
  const synchronizerId = synchronizer.id;
  const recordTime = computeNextRecordTime(synchronizer, now);
  // Spreads come last, because adding properties to an object after a spread is slow.
  const trace = traceContext && { traceContext };
  const update: ReassignmentUpdate = {
    kind: "reassignment",
    updateId,
    offset,
    submission,
    synchronizerId,
    recordTime,
    events,
    ...trace,
  };
  const completion: Completion = {
    offset,
    submission,
    synchronizerId,
    recordTime,
    outcome: { kind: "accepted", updateId },
    ...trace,
  };
  return { kind: "reassignmentCommitted", update, completion };
};
