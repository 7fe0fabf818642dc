import { explainMissingBearerToken } from "./explain-missing-bearer-token.ts";
import { type TokenFault, tokenVerificationSteps } from "./token-fault.ts";

/** The parts of a WebSocket handshake that may contain a token. */
export interface WebSocketHandshake {
  /** Sec-WebSocket-Protocol; undefined if the client offered none. */
  readonly protocols: string | undefined;
  /** Query without the question mark. */
  readonly query: string;
}

/** Header in which browsers put the token, because they cannot set other headers of a WebSocket. */
export const webSocketTokenPlace = "header Sec-WebSocket-Protocol";

const expectedProtocols = "jwt.token.<token>, daml.ws.auth";

const offerAdvice =
  'Offer the token first: new WebSocket(url, ["jwt.token.<token>", "daml.ws.auth"]).';

/**
 * Returns why a WebSocket handshake contains no usable token. Repeats nothing that may be a token.
 */
export const explainMissingHandshakeToken = (
  { protocols, query }: WebSocketHandshake,
  authorization: string | undefined,
): TokenFault => {
  if (authorization !== undefined) return explainMissingBearerToken(authorization);
  const [parameter] = [...new URLSearchParams(query).keys()].filter((name) =>
    tokenParameters.has(name),
  );
  const offered = protocols?.split(",").map((each) => each.trim()) ?? [];
  const fault = (cause: string, advice = offerAdvice): TokenFault => ({
    step: tokenVerificationSteps.header,
    part: webSocketTokenPlace,
    cause,
    expected: expectedProtocols,
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
    return fault(`Tokens are not read from the query, which contains ${parameter}.`);
  }
  if (first === "") return fault("The WebSocket was opened without a token.");
  if (offered.every((each) => each === "daml.ws.auth")) {
    return fault("The WebSocket was opened with the protocol daml.ws.auth only, without a token.");
  }
  return fault(
    first.includes("eyJ") || /^\w+\.\w+\.\w+$/.test(first)
      ? "The protocol with the token does not begin with jwt.token and a dot."
      : "None of the offered protocols contains a token.",
    "Offer jwt.token.<token> as the first protocol.",
  );
};

/** Query parameters in which clients commonly put a token. */
const tokenParameters = new Set([
  "token",
  "access_token",
  "jwt",
  "auth",
  "authorization",
  "bearer",
]);
