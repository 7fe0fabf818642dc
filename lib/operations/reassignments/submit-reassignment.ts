import { LedgerError } from "../../base/errors/ledger-error.ts";
import type { RequestMetadata } from "../../base/model/request-metadata.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { registerInFlightSubmission } from "../../ledger/port/submissions-in-flight.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import { readEventFormat } from "../../views/envelope/event-format-reader.ts";
import { readJsonObject, readOptionalJsonField } from "../../views/envelope/readers.ts";
import {
  type ReassignmentJson,
  toReassignmentJson,
} from "../../views/envelope/reassignment-json.ts";
import { createWildcardEventFormat } from "../../views/visibility/event-format.ts";
import { EventMatcher } from "../../views/visibility/event-matcher.ts";
import { projectReassignment } from "../../views/visibility/project-update.ts";
import { type Caller, getCallerUserId, trustedCaller } from "../authorization/caller.ts";
import type {
  SubmitAndWaitForReassignmentRequest,
  SubmitReassignmentRequest,
} from "../requests/reassignments.ts";
import { scheduleIfRequestingViews } from "../requests/schedule-if-requesting-views.ts";
import { admitReassignment } from "./admit-reassignment.ts";
import type { AdmittedReassignment } from "./admitted-reassignment.ts";
import { decideReassignment, type ReassignmentOutcome } from "./decide-reassignment.ts";
import { readReassignmentCommands } from "./reassignment-request.ts";

/** The executed reassignment. */
export interface SubmitAndWaitForReassignmentResponse {
  readonly reassignment: ReassignmentJson;
}

/**
 * Unassigns contracts from a synchronizer, or assigns the contracts of a reassignment to their
 * target, as one atomic update (rules.yaml S8, ledger-api.md 3.13). Resolves when the update is on
 * the ledger. The response has the events of the requested format, or no events if the request has
 * no format. The ledger itself assigns contracts that are still unassigned when the exclusivity
 * timeout has passed.
 *
 * Rejects with the errors of `admitReassignment`, with the errors and rejections of
 * `decideReassignment`, and with PARTICIPANT_BACKPRESSURE.
 */
export const submitAndWaitForReassignment = async (
  ledger: Ledger,
  request: SubmitAndWaitForReassignmentRequest,
  caller: Caller = trustedCaller,
  { traceContext }: RequestMetadata = {},
): Promise<SubmitAndWaitForReassignmentResponse> => {
  const body = readJsonObject(request);
  const commands = readOptionalJsonField(body, "reassignmentCommands", readReassignmentCommands);
  const format = readOptionalJsonField(body, "eventFormat", readEventFormat);
  const admitted = admitReassignment(ledger, commands, { caller, traceContext, format });
  const outcome = await executeReassignment(ledger, admitted);
  if (outcome.kind === "rejected") throw new LedgerError(outcome.error);
  const { state } = ledger;
  const matcher = new EventMatcher(
    format ?? createWildcardEventFormat([admitted.submitter]),
    state.packages,
  );
  const visible = projectReassignment(outcome.update, matcher);
  caller.factRecorder?.recordUpdate(
    outcome.update,
    visible,
    format === undefined ? {} : { reassignments: format },
  );
  const shown = format === undefined ? { ...visible, events: [] } : visible;
  const reassignment = await scheduleIfRequestingViews(
    request,
    { userId: getCallerUserId(caller) },
    () => toReassignmentJson(shown, new EventEncoder(state)),
  );
  return { reassignment };
};

/**
 * Like {@link submitAndWaitForReassignment}, but resolves even if the reassignment was rejected
 * (rules.yaml S17). The outcome follows as a completion. Failures before that reject, and cause no
 * completion.
 */
export const submitReassignmentAsync = async (
  ledger: Ledger,
  request: SubmitReassignmentRequest,
  caller: Caller = trustedCaller,
  { traceContext }: RequestMetadata = {},
): Promise<Readonly<Record<string, never>>> => {
  const body = readJsonObject(request);
  const commands = readOptionalJsonField(body, "reassignmentCommands", readReassignmentCommands);
  await executeReassignment(ledger, admitReassignment(ledger, commands, { caller, traceContext }));
  return {};
};

const executeReassignment = async (
  ledger: Ledger,
  admitted: AdmittedReassignment,
): Promise<ReassignmentOutcome> => {
  // The submission takes a slot, but without a command id: reassignments are not deduplicated.
  const freeSlot = registerInFlightSubmission(ledger, { ...admitted.submission, commandId: "" });
  try {
    return await ledger.commit(
      (state, context) => decideReassignment(state, context, admitted),
      admitted,
    );
  } finally {
    freeSlot();
  }
};
