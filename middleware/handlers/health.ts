import type { Handler } from "../api/handler.ts";
import { json, plainText } from "../api/reply.ts";

/** For everybody, with or without a token, but for users of genuine tokens that may not call at all. */
const openToAll =
  (handler: Handler): Handler =>
  async (exchange) => {
    await exchange.authenticateAgain();
    return handler(exchange);
  };

/**
 * Clients parse these answers as JSON although a participant sends none (clients.md 3.7): only who
 * asks for text and not for anything else gets text.
 */
const getReadyz: Handler = ({ headers }) =>
  headers["accept"] === "text/plain"
    ? plainText("[+] ledger ok\nreadyz check passed\n")
    : json({ status: "ready" });

export const healthHandlers = {
  getLivez: openToAll(() => json({ status: "alive" })),
  getReadyz: openToAll(getReadyz),
};
