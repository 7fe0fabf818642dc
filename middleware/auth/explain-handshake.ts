import { explainHeader } from "./explain-header.ts";
import { steps, type TokenFault } from "./token-fault.ts";

/** What opened a WebSocket, as far as it may have had a token. */
export interface Handshake {
  /** Of Sec-WebSocket-Protocol; undefined where nothing was offered. */
  readonly protocols: string | undefined;
  /** Without the question mark. */
  readonly query: string;
}

/** Where browsers can put a token: they send no headers of their own with a WebSocket. */
export const protocolPart = "header Sec-WebSocket-Protocol";

const expected = "jwt.token.<token>, daml.ws.auth";

const offer = 'Offer the token first: new WebSocket(url, ["jwt.token.<token>", "daml.ws.auth"]).';

/** Why no token is found where a WebSocket was opened. Repeats nothing that may be a token. */
export const explainHandshake = (
  { protocols, query }: Handshake,
  authorization: string | undefined,
): TokenFault => {
  if (authorization !== undefined) return explainHeader(authorization);
  const [parameter] = [...new URLSearchParams(query).keys()].filter((name) => words.has(name));
  const offered = protocols?.split(",").map((each) => each.trim()) ?? [];
  const fault = (cause: string, advice = offer): TokenFault => ({
    step: steps.header,
    part: protocolPart,
    cause,
    expected,
    advice,
  });
  if (offered.slice(1).some((each) => each.startsWith("jwt.token."))) {
    return fault(
      "The protocol with the token does not come first.",
      "Offer jwt.token.<token> before all other protocols.",
    );
  }
  const [first = ""] = offered;
  if (parameter !== undefined) {
    return fault(`Tokens are not read from the query, where ${parameter} stands.`);
  }
  if (first === "") return fault("The WebSocket was opened without a token.");
  if (offered.every((each) => each === "daml.ws.auth")) {
    return fault("The WebSocket was opened with the protocol daml.ws.auth alone, without a token.");
  }
  return fault(
    first.includes("eyJ") || /^\w+\.\w+\.\w+$/.test(first)
      ? "The protocol with the token does not begin with jwt.token and a dot."
      : "None of the protocols that were offered has a token.",
    "Write jwt.token. and the token behind it, as the first of the protocols.",
  );
};

/** What people call a token in a query. */
const words = new Set(["token", "access_token", "jwt", "auth", "authorization", "bearer"]);
