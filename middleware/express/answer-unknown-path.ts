import type { ErrorHint } from "../errors/hint.ts";
import { findRequestHeadRefusal } from "../node-http/refuse-request-head.ts";
import { computeRequestUri } from "../node-http/request-uri.ts";
import { writeReply } from "../node-http/write-reply.ts";
import { ledgerErrorReplies } from "../served/ledger-error-replies.ts";
import type { ExpressMiddleware } from "./express-middleware.ts";

/** Answers requests that no router handled, as a participant answers unknown paths. */
export const answerUnknownPath =
  (hintAt: (method: string, path: string) => ErrorHint | undefined): ExpressMiddleware =>
  (request, response, next) => {
    const { method, path } = request;
    const reply =
      findRequestHeadRefusal(request) ??
      ledgerErrorReplies.notFound(method, computeRequestUri(request), hintAt(method, path));
    Promise.resolve(writeReply(response, reply)).catch(next);
  };
