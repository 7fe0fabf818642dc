import { LedgerError } from "../../base/errors/ledger-error.ts";
import type { RequestMetadata } from "../../base/model/request-metadata.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { enterInFlight } from "../../ledger/port/submissions-in-flight.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import { readEventFormat } from "../../views/envelope/event-format-reader.ts";
import { optional, readObject } from "../../views/envelope/readers.ts";
import { type ReassignmentJson, reassignmentJson } from "../../views/envelope/reassignment-json.ts";
import { wildcardFormat } from "../../views/visibility/event-format.ts";
import { EventMatcher } from "../../views/visibility/event-matcher.ts";
import { projectReassignment } from "../../views/visibility/project-update.ts";
import { type Caller, trustedCaller, userOf } from "../authorization/caller.ts";
import { commitFor } from "../authorization/commit-for.ts";
import { answeredInLine } from "../requests/answer-in-line.ts";
import type {
  SubmitAndWaitForReassignmentRequest,
  SubmitReassignmentRequest,
} from "../requests/reassignments.ts";
import { admitReassignment } from "./admit-reassignment.ts";
import type { AdmittedReassignment } from "./admitted-reassignment.ts";
import { decideReassignment, type ReassignmentOutcome } from "./decide-reassignment.ts";
import { readReassignmentCommands } from "./reassignment-request.ts";

/** The reassignment that was executed. */
export interface SubmitAndWaitForReassignmentResponse {
  readonly reassignment: ReassignmentJson;
}

/**
 * Unassigns contracts from one synchronizer, or assigns those of a reassignment to the other, as one
 * atomic update (rules.yaml S8, ledger-api.md 3.13). Resolves to it once it is on the ledger, with
 * the events that the requested format lets through; with none when no format is requested. What
 * nobody assigned when the exclusive time of the one who unassigned it is over, the ledger assigns.
 *
 * Rejects with the errors of `admitReassignment` and `decideReassignment`, of a rejection too, and
 * with PARTICIPANT_BACKPRESSURE.
 */
export const submitAndWaitForReassignment = async (
  ledger: Ledger,
  request: SubmitAndWaitForReassignmentRequest,
  caller: Caller = trustedCaller,
  { traceContext }: RequestMetadata = {},
): Promise<SubmitAndWaitForReassignmentResponse> => {
  const body = readObject(request);
  const commands = optional(body, "reassignmentCommands", readReassignmentCommands);
  const format = optional(body, "eventFormat", readEventFormat);
  const admitted = admitReassignment(ledger, commands, { caller, traceContext, format });
  const outcome = await execute(ledger, admitted);
  if (outcome.kind === "rejected") throw new LedgerError(outcome.error);
  const { state } = ledger;
  const matcher = new EventMatcher(format ?? wildcardFormat([admitted.submitter]), state.packages);
  const visible = projectReassignment(outcome.update, matcher);
  caller.notes?.read(
    outcome.update,
    visible,
    format === undefined ? {} : { reassignments: format },
  );
  const shown = format === undefined ? { ...visible, events: [] } : visible;
  const reassignment = await answeredInLine(request, { userId: userOf(caller) }, () =>
    reassignmentJson(shown, new EventEncoder(state)),
  );
  return { reassignment };
};

/**
 * As {@link submitAndWaitForReassignment}, but resolves once the reassignment reached the ledger
 * (rules.yaml S17): whether it was accepted or rejected there, the completions tell. What fails
 * before that rejects, and leaves no completion.
 */
export const submitReassignmentAsync = async (
  ledger: Ledger,
  request: SubmitReassignmentRequest,
  caller: Caller = trustedCaller,
  { traceContext }: RequestMetadata = {},
): Promise<Readonly<Record<string, never>>> => {
  const body = readObject(request);
  const commands = optional(body, "reassignmentCommands", readReassignmentCommands);
  await execute(ledger, admitReassignment(ledger, commands, { caller, traceContext }));
  return {};
};

const execute = async (
  ledger: Ledger,
  admitted: AdmittedReassignment,
): Promise<ReassignmentOutcome> => {
  // Each counts, but none is a repetition of another: reassignments are not deduplicated.
  const leave = enterInFlight(ledger, { ...admitted.submission, commandId: "" });
  try {
    return await commitFor(ledger, admitted, (state, context) =>
      decideReassignment(state, context, admitted),
    );
  } finally {
    leave();
  }
};
