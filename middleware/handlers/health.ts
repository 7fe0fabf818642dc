import type { HandlerRequest, OperationHandler } from "../api/handler.ts";
import { createEmptyReply, createJsonReply, createTextReply } from "../api/reply.ts";

/**
 * Serves everyone, with or without a token, except users of genuine tokens that are not allowed to
 * call.
 */
const allowAnonymous =
  (handler: OperationHandler): OperationHandler =>
  async (exchange) => {
    await exchange.authenticate();
    return handler(exchange);
  };

/** Returns true if the client asks for JSON, which some clients parse (clients.md 3.7). */
const acceptsJson = ({ headers }: Pick<HandlerRequest, "headers">): boolean =>
  /\bapplication\/json\b/i.test(String(headers["accept"] ?? ""));

const getLivez: OperationHandler = (exchange) =>
  acceptsJson(exchange) ? createJsonReply({ status: "alive" }) : createEmptyReply();

/**
 * Answers 503 with the reason if commands are refused, so that a load balancer chooses another
 * process.
 */
const getReadyz: OperationHandler = (exchange) => {
  const { failure } = exchange.ledger;
  const inJson = acceptsJson(exchange);
  if (failure === undefined) {
    return inJson
      ? createJsonReply({ status: "ready" })
      : createTextReply("[+] ledger ok (SERVING)\nreadyz check passed\n");
  }
  if (inJson) throw failure;
  const { cause } = failure.details;
  return createTextReply(`[-] ledger failed (NOT_SERVING): ${cause}\nreadyz check failed\n`, 503);
};

export const healthHandlers = {
  getLivez: allowAnonymous(getLivez),
  getReadyz: allowAnonymous(getReadyz),
};
