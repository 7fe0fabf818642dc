/** What a server of streams speaks, and names in its answer whatever it was offered. */
export const streamProtocol = "daml.ws.auth";

const tokenPrefix = "jwt.token.";

/**
 * The Authorization header of an upgrade. Browsers cannot send one, so the token may also be offered as
 * the protocol `jwt.token.<token>`, the first of those offered: behind another one it is not found. A
 * bearer token in the header takes precedence (ledger-api.md 4.2, clients.md 0.4).
 */
export const authorizationOf = (headers: {
  readonly authorization?: string | undefined;
  readonly "sec-websocket-protocol"?: string | undefined;
}): string | undefined => {
  const { authorization, "sec-websocket-protocol": offered } = headers;
  if (authorization !== undefined && /^bearer\s/i.test(authorization)) return authorization;
  const [first = ""] = offered?.split(",", 1) ?? [];
  const protocol = first.trim();
  return protocol.startsWith(tokenPrefix)
    ? `Bearer ${protocol.slice(tokenPrefix.length)}`
    : undefined;
};
