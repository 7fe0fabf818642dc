import { missingFieldError } from "../../base/errors/argument-error.ts";
import type { TraceContext } from "../../base/model/update.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { readWithErrorPath } from "../../views/envelope/readers.ts";
import type { EventFormat } from "../../views/visibility/event-format.ts";
import type { Caller } from "../authorization/caller.ts";
import { checkRequestedFormatAndClaims } from "../authorization/check-requested-format-and-claims.ts";
import { requireActAs, requireActiveUser, resolveRequestedUser } from "../authorization/claims.ts";
import type { AdmittedReassignment } from "./admitted-reassignment.ts";
import type { UnvalidatedReassignmentCommands } from "./reassignment-request.ts";
import { validateReassignment } from "./validate-reassignment.ts";

export interface ReassignmentAdmissionOptions {
  readonly caller: Caller;
  readonly traceContext: TraceContext | undefined;
  /**
   * The format of the response, if the request has one. The caller's claims for it are checked as
   * well.
   */
  readonly format?: EventFormat | undefined;
}

/**
 * Checks decoded reassignment commands, and returns a reassignment that can be decided. Checks the
 * claims first, then the fields (ledger-api.md 3.0.1 steps 5 and 6, 3.13). Reads the current state
 * and changes nothing.
 *
 * Raises UNAUTHENTICATED, PERMISSION_DENIED, INVALID_TOKEN, the errors of `checkKnownTypes`,
 * MISSING_FIELD, INVALID_FIELD, INVALID_ARGUMENT.
 */
export const admitReassignment = (
  { state: received, config }: Ledger,
  request: UnvalidatedReassignmentCommands | undefined,
  { caller, traceContext, format }: ReassignmentAdmissionOptions,
): AdmittedReassignment => {
  requireActiveUser(caller);
  // Check the user first, as a participant does, even if the body has no commands.
  const userId = resolveRequestedUser(caller, request?.userId ?? "");
  if (request !== undefined) requireActAs(caller, [request.submitter]);
  if (format !== undefined) {
    checkRequestedFormatAndClaims(format, {
      path: "eventFormat",
      caller,
      packages: received.packages,
      config,
    });
  }
  if (request === undefined) throw missingFieldError("reassignmentCommands");
  const terms = readWithErrorPath("reassignmentCommands", request, () =>
    validateReassignment(request, userId),
  );
  return {
    userId,
    submitter: request.submitter,
    traceContext,
    received,
    ...terms,
    ...(caller.onWritten !== undefined && { onWritten: caller.onWritten }),
  };
};
