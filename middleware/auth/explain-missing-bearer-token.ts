import { findMostSimilarText } from "../../lib/internal.ts";
import { quoteValue, type TokenFault, tokenVerificationSteps } from "./token-fault.ts";

/** Returns why the headers of a request contain no usable token. */
export const explainMissingBearerToken = (authorization: string | undefined): TokenFault => {
  const expected = "Authorization: Bearer <token>";
  const fault = (cause: string, advice: string, suggestion?: string): TokenFault => ({
    step: tokenVerificationSteps.header,
    cause,
    expected,
    advice,
    ...(suggestion === undefined ? {} : { nearest: suggestion }),
  });
  if (authorization === undefined) {
    return fault(
      "The request has no header Authorization.",
      "Send the token in the header Authorization: Bearer <token>; over WebSocket, as the first protocol, jwt.token.<token>.",
    );
  }
  const [scheme = "", ...rest] = authorization.trim().split(/\s+/);
  if (scheme === "") return fault("The header Authorization is empty.", `Send ${expected}.`);
  if (rest.length === 0 && scheme.split(".").length === 3) {
    return fault(
      "The header Authorization contains a token without its scheme.",
      `Write Bearer and a space before it: ${expected}.`,
      "Bearer",
    );
  }
  return fault(
    `The header Authorization has the scheme ${quoteValue(scheme)}, not Bearer.`,
    `Send ${expected}.`,
    findMostSimilarText(scheme, ["Bearer"]),
  );
};
