import jsonwebtoken from "jsonwebtoken";

import type { VerificationKey } from "./verification-key.ts";

/** What the key has signed, whatever it says; undefined when it has signed no such token. */
export const signedContent = (
  token: string,
  { algorithm, key }: VerificationKey,
): Pick<jsonwebtoken.Jwt, "header" | "payload"> | undefined => {
  try {
    return jsonwebtoken.verify(withoutPadding(token), key, {
      complete: true,
      algorithms: [algorithm],
      // Judged by those who ask, as a participant does.
      ignoreExpiration: true,
      ignoreNotBefore: true,
    });
  } catch {
    return undefined;
  }
};

/** The signature may come with the padding that Base64 has elsewhere. */
const withoutPadding = (token: string): string => {
  if (!token.endsWith("=")) return token;
  const signature = token.length - token.lastIndexOf(".") - 1;
  return signature % 4 === 0 ? token.replace(/={1,2}$/, "") : token;
};
