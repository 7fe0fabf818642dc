import type { Exchange, Handler } from "../api/handler.ts";
import { empty, json, plainText } from "../api/reply.ts";

/** For everybody, with or without a token, but for users of genuine tokens that may not call at all. */
const openToAll =
  (handler: Handler): Handler =>
  async (exchange) => {
    await exchange.authenticate();
    return handler(exchange);
  };

/** Some clients parse these answers as JSON (clients.md 3.7); those that say so get it. */
const isAskedForJson = ({ headers }: Pick<Exchange, "headers">): boolean =>
  /\bapplication\/json\b/i.test(String(headers["accept"] ?? ""));

const getLivez: Handler = (exchange) =>
  isAskedForJson(exchange) ? json({ status: "alive" }) : empty();

/** Answers 503 with why commands are refused, so that a load balancer asks another process. */
const getReadyz: Handler = (exchange) => {
  const { failure } = exchange.ledger;
  const inJson = isAskedForJson(exchange);
  if (failure === undefined) {
    return inJson
      ? json({ status: "ready" })
      : plainText("[+] ledger ok (SERVING)\nreadyz check passed\n");
  }
  if (inJson) throw failure;
  const { cause } = failure.details;
  return plainText(`[-] ledger failed (NOT_SERVING): ${cause}\nreadyz check failed\n`, 503);
};

export const healthHandlers = {
  getLivez: openToAll(getLivez),
  getReadyz: openToAll(getReadyz),
};
