import {
  type ErrorBody,
  errorBody,
  type ErrorDetails,
  type ErrorIdentity,
  httpStatus,
  isLedgerError,
  ledgerError,
} from "../../lib/index.ts";
import type { ErrorReplies } from "../api/error-replies.ts";
import { json, plainText, type Reply } from "../api/reply.ts";
import { DecodeFailure } from "../decoding/decode-failure.ts";
import { type FailedRequest, hintAt } from "../errors/hint.ts";

/** The errors of the ledger API (ledger-api.md 2.1–2.4). */
export const ledgerErrorReplies: ErrorReplies = {
  thrown: (error, identity, request) => {
    if (error instanceof DecodeFailure && error.status === 500) {
      return internalError(error.message, identity);
    }
    if (error instanceof DecodeFailure) {
      const reason = error.reason === undefined ? "" : ` (${error.reason})`;
      return plainText(`Invalid value for: ${error.part}${reason}`, error.status);
    }
    return isLedgerError(error)
      ? ledgerErrorReply(error.details, identity, request)
      : defectReply(error, identity);
  },
  notFound: (method, uri) => unrouted(404, `HttpMethod(${method}), uri: ${uri}`),
  methodNotAllowed: () => plainText("Method Not Allowed", 405),
  notImplemented: (method, path) => unrouted(501, `${method} ${path} is not served here.`),
  // Clients look for this very sentence (clients.md 5).
  timedOut: () =>
    plainText("The server was not able to produce a timely response to your request.", 503),
};

const ledgerErrorReply = (
  details: ErrorDetails,
  identity: ErrorIdentity,
  request: FailedRequest | undefined,
): Reply => {
  const hint = request && hintAt(details, request);
  const body = withTokenProblem(errorBody(details, identity), details);
  return json(hint === undefined ? body : { ...body, hint }, httpStatus(details));
};

/** Problems with the token itself are marked as such even where all else is withheld (2.4). */
const withTokenProblem = (body: ErrorBody, { context }: ErrorDetails): ErrorBody => {
  const { ledger_api_error: problem } = context;
  return problem === undefined
    ? body
    : { ...body, context: { ...body.context, ledger_api_error: problem } };
};

/** A defect shows its message: that is what helps to report it (ledger-api.md 2.4). */
const defectReply = (error: unknown, identity: ErrorIdentity): Reply =>
  internalError(error instanceof Error ? error.message : String(error), identity);

/**
 * What a stream sends when it cannot read the first message: of a frame a client expects JSON, where
 * HTTP answers with text.
 */
export const unreadable = (reason: string, identity: ErrorIdentity): Reply =>
  internalError(reason, identity);

const internalError = (cause: string, identity: ErrorIdentity): Reply => {
  const { details } = ledgerError("LEDGER_API_INTERNAL_ERROR", { cause });
  const visible = {
    code: details.code,
    cause,
    context: { throwableO: cause },
    errorCategory: 4,
    definiteAnswer: false,
  };
  return json({ ...errorBody(details, identity), ...visible }, httpStatus(details));
};

const unrouted = (status: number, text: string): Reply =>
  json({ errors: [text], status, ledgerApiError: null }, status);
