import type { Handler, HandlerRequest } from "../api/handler.ts";
import { emptyReply, jsonReply, textReply } from "../api/reply.ts";

/**
 * Serves everyone, with or without a token, except users of genuine tokens that are not allowed to
 * call.
 */
const allowAnonymous =
  (handler: Handler): Handler =>
  async (exchange) => {
    await exchange.authenticate();
    return handler(exchange);
  };

/** Returns true if the client asks for JSON, which some clients parse (clients.md 3.7). */
const acceptsJson = ({ headers }: Pick<HandlerRequest, "headers">): boolean =>
  /\bapplication\/json\b/i.test(String(headers["accept"] ?? ""));

const getLivez: Handler = (exchange) =>
  acceptsJson(exchange) ? jsonReply({ status: "alive" }) : emptyReply();

/**
 * Answers 503 with the reason if commands are refused, so that a load balancer chooses another
 * process.
 */
const getReadyz: Handler = (exchange) => {
  const { failure } = exchange.ledger;
  const inJson = acceptsJson(exchange);
  if (failure === undefined) {
    return inJson
      ? jsonReply({ status: "ready" })
      : textReply("[+] ledger ok (SERVING)\nreadyz check passed\n");
  }
  if (inJson) throw failure;
  const { cause } = failure.details;
  return textReply(`[-] ledger failed (NOT_SERVING): ${cause}\nreadyz check failed\n`, 503);
};

export const healthHandlers = {
  getLivez: allowAnonymous(getLivez),
  getReadyz: allowAnonymous(getReadyz),
};
