import { historyErrorBody, httpStatus, isLedgerError } from "../../lib/index.ts";
import type { ErrorReplies } from "../api/error-replies.ts";
import { json, type Reply } from "../api/reply.ts";
import { DecodeFailure } from "../decoding/decode-failure.ts";

/** The errors of the history API: `{"error": text}` (transaction-history.md 5). */
export const historyErrorReplies: ErrorReplies = {
  thrown: (error) => {
    if (error instanceof DecodeFailure) return failed(error.status, error.message);
    return json(historyErrorBody(error), isLedgerError(error) ? httpStatus(error.details) : 500);
  },
  notFound: (method, path) => failed(404, `There is no ${method} ${path}.`),
  methodNotAllowed: ({ method, path, allowed }) =>
    failed(405, `${path} takes ${allowed.join(", ")}, not ${method}.`, {
      Allow: allowed.join(", "),
    }),
  notImplemented: (method, path) => failed(501, `${method} ${path} is not served here.`),
  timedOut: (path) => failed(503, `The answer to ${path} takes too long.`),
};

const failed = (
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => json({ error }, status, headers);
