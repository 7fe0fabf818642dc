import { refusedHead } from "../node-http/refused-head.ts";
import { requestUri } from "../node-http/request-uri.ts";
import { writeReply } from "../node-http/write-reply.ts";
import { ledgerErrorReplies } from "../served/ledger-error-replies.ts";
import type { ExpressMiddleware } from "./express-middleware.ts";

/** Answers what no router has taken, as a participant answers paths that it does not know. */
export const unknownPath: ExpressMiddleware = (request, response, next) => {
  const reply =
    refusedHead(request) ?? ledgerErrorReplies.notFound(request.method, requestUri(request));
  writeReply(response, reply).catch(next);
};
