/** What a server of streams speaks; there is nothing else to choose. */
export const streamProtocol = "daml.ws.auth";

const tokenPrefix = "jwt.token.";

/** The protocols that an upgrade offers, in their order, with or without spaces between them. */
const offered = (header: string | undefined): readonly string[] =>
  header === undefined ? [] : header.split(",").map((protocol) => protocol.trim());

/**
 * The Authorization header of an upgrade. Browsers cannot send one, so the token may also be offered as
 * the protocol `jwt.token.<token>`; the header takes precedence (ledger-api.md 4.2, clients.md 0.4).
 */
export const authorizationOf = (headers: {
  readonly authorization?: string | undefined;
  readonly "sec-websocket-protocol"?: string | undefined;
}): string | undefined => {
  if (headers.authorization !== undefined) return headers.authorization;
  const protocol = offered(headers["sec-websocket-protocol"]).find((each) =>
    each.startsWith(tokenPrefix),
  );
  return protocol === undefined ? undefined : `Bearer ${protocol.slice(tokenPrefix.length)}`;
};
