import {
  type ErrorBody,
  errorBody,
  type FailedCallIdentifiers,
  httpStatus,
} from "../../lib/api.ts";
import {
  type ErrorDetails,
  isLedgerError,
  type LedgerError,
  ledgerError,
} from "../../lib/index.ts";
import type { ApiErrorReplyFactory } from "../api/error-replies.ts";
import { type ApiReply, createJsonReply, createTextReply } from "../api/reply.ts";
import { RequestDecodeFailure } from "../decoding/decode-failure.ts";
import { addDamlFailureToHint } from "../errors/daml-hint.ts";
import type { FailedRequestForHint } from "../errors/failed-request-for-hint.ts";
import { createErrorHint, type ErrorHint, findErrorHint } from "../errors/hint.ts";
import { createHintHeaders } from "../errors/hint-header.ts";
import { createUnreadableRequestHint } from "../errors/unreadable-hint.ts";

/** Errors of the ledger API (ledger-api.md 2.1–2.4). */
export const ledgerErrorReplies: ApiErrorReplyFactory = {
  thrown: (error, identity, request) => {
    if (error instanceof RequestDecodeFailure && error.status === 500) {
      return internalError(
        error.message,
        identity,
        request && createUnreadableRequestHint(error, request),
      );
    }
    if (error instanceof RequestDecodeFailure) return unreadableReply(error, request);
    return isLedgerError(error)
      ? ledgerErrorReply(error, identity, request)
      : createDefectReply(error, identity);
  },
  notFound: (method, uri, addedHint) =>
    createUnroutedReply(404, `HttpMethod(${method}), uri: ${uri}`, addedHint),
  methodNotAllowed: ({ allowed }, addedHint) =>
    createTextReply(
      `Method Not Allowed${addedHint?.advice ? ` (${addedHint.advice})` : ""}`,
      405,
      addedHint && { Allow: allowed.join(", "), ...createHintHeaders(addedHint) },
    ),
  notImplemented: (method, path) => createUnroutedReply(501, `${method} ${path} is not supported.`),
  // Clients search for this exact sentence (clients.md 5).
  timedOut: () =>
    createTextReply("The server was not able to produce a timely response to your request.", 503),
};

/**
 * Returns a text, as a participant does. In parentheses, it adds the reason and what to do.
 */
const unreadableReply = (
  failure: RequestDecodeFailure,
  request: FailedRequestForHint | undefined,
): ApiReply => {
  const { part, reason, status } = failure;
  const found = request && createUnreadableRequestHint(failure, request);
  const explanations = [reason, found?.advice].filter(
    (text) => text !== undefined && text !== null,
  );
  const why = explanations.length === 0 ? "" : ` (${explanations.join(". ")})`;
  return createTextReply(
    `Invalid value for: ${part}${why}`,
    status,
    found && createHintHeaders(found),
  );
};

const ledgerErrorReply = (
  error: LedgerError,
  identity: FailedCallIdentifiers,
  request: FailedRequestForHint | undefined,
): ApiReply => {
  const { details } = error;
  const found = request && findErrorHint(details, request);
  const body = addTokenProblem(errorBody(details, identity), details);
  if (found === undefined) return createJsonReply(body, httpStatus(details));
  const addedHint = addDamlFailureToHint(found, error);
  return createJsonReply(
    { ...addWithheldReason(body, addedHint.cause), hint: addedHint },
    httpStatus(details),
  );
};

/** Adds the reason to the cause of a withheld error, so that a program that prints only the cause shows it. */
const addWithheldReason = (body: ErrorBody, reason: string | null): ErrorBody =>
  body.code === "NA" && reason !== null ? { ...body, cause: `${body.cause}: ${reason}` } : body;

/** Marks a problem of the token, even if all other details are withheld (2.4). */
const addTokenProblem = (body: ErrorBody, { context }: ErrorDetails): ErrorBody => {
  const { ledger_api_error: problem } = context;
  return problem === undefined
    ? body
    : { ...body, context: { ...body.context, ledger_api_error: problem } };
};

/** Returns the message of a defect, which users need to report it (ledger-api.md 2.4). */
const createDefectReply = (error: unknown, identity: FailedCallIdentifiers): ApiReply =>
  internalError(error instanceof Error ? error.message : String(error), identity);

/**
 * Returns the error frame of a stream whose first message cannot be read: JSON, where HTTP answers
 * with text.
 */
export const createUnreadableStreamMessageReply = (
  reason: string,
  identity: FailedCallIdentifiers,
  known?: Partial<ErrorHint>,
): ApiReply => internalError(reason, identity, known && { ...createErrorHint({}), ...known });

const internalError = (
  cause: string,
  identity: FailedCallIdentifiers,
  addedHint?: ErrorHint,
): ApiReply => {
  const { details } = ledgerError("LEDGER_API_INTERNAL_ERROR", { cause });
  const visible = {
    code: details.code,
    cause,
    context: { throwableO: cause },
    errorCategory: 4,
    definiteAnswer: false,
  };
  const body = { ...errorBody(details, identity), ...visible };
  return createJsonReply(
    addedHint === undefined ? body : { ...body, hint: addedHint },
    httpStatus(details),
  );
};

const createUnroutedReply = (status: number, text: string, addedHint?: ErrorHint): ApiReply => {
  const body = { errors: [text], status, ledgerApiError: null };
  return createJsonReply(addedHint === undefined ? body : { ...body, hint: addedHint }, status);
};
