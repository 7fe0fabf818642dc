import { httpStatus } from "../../lib/api.ts";
import { historyErrorBody } from "../../lib/history.ts";
import { type ErrorDetails, isLedgerError } from "../../lib/index.ts";
import type { ApiErrorReplyFactory } from "../api/error-replies.ts";
import { type ApiReply, createJsonReply } from "../api/reply.ts";
import { RequestDecodeFailure } from "../decoding/decode-failure.ts";
import { type ErrorHint, findErrorHint } from "../errors/hint.ts";
import { createUnreadableRequestHint } from "../errors/unreadable-hint.ts";

/**
 * Errors of the history API: `{"error": text}` (transaction-history.md 5), with a hint if the host
 * wants one.
 */
export const coinHistoryErrorReplies: ApiErrorReplyFactory = {
  thrown: (error, _, request) => {
    if (error instanceof RequestDecodeFailure) {
      return createErrorReply(
        error.status,
        error.message,
        request && createUnreadableRequestHint(error, request),
      );
    }
    if (!isLedgerError(error)) return createJsonReply(historyErrorBody(error), 500);
    const hint = request && findErrorHint(addPageSizeField(error.details), request);
    return createJsonReply(addHint(historyErrorBody(error), hint), httpStatus(error.details));
  },
  notFound: (method, path, hint) => createErrorReply(404, `There is no ${method} ${path}.`, hint),
  methodNotAllowed: ({ method, path, allowed }, hint) =>
    createErrorReply(405, `${path} takes ${allowed.join(", ")}, not ${method}.`, hint, {
      Allow: allowed.join(", "),
    }),
  notImplemented: (method, path) => createErrorReply(501, `${method} ${path} is not supported.`),
  timedOut: (path) => createErrorReply(503, `The request to ${path} timed out.`),
};

const createErrorReply = (
  status: number,
  error: string,
  hint?: ErrorHint,
  headers: Readonly<Record<string, string>> = {},
): ApiReply => createJsonReply(addHint({ error }, hint), status, headers);

const addHint = (body: object, hint: ErrorHint | undefined): object =>
  hint === undefined ? body : { ...body, hint };

/** Adds the field to errors about the page size, the only ones whose message names no field. */
const addPageSizeField = (details: ErrorDetails): ErrorDetails =>
  details.path === undefined && details.expected !== undefined
    ? { ...details, path: "page_size" }
    : details;
