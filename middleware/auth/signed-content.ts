import type jsonwebtoken from "jsonwebtoken";

import { loadPackage } from "../decoding/load-package.ts";
import type { VerificationKey } from "./verification-key.ts";

/**
 * Returns header and payload if the key signed the token; undefined otherwise. Claims are not
 * checked.
 */
export const signedContent = (
  token: string,
  { algorithm, key }: VerificationKey,
): Pick<jsonwebtoken.Jwt, "header" | "payload"> | undefined => {
  try {
    return loadPackage("jsonwebtoken").verify(withoutPadding(token), key, {
      complete: true,
      algorithms: [algorithm],
      // Callers check the times, as a participant does.
      ignoreExpiration: true,
      ignoreNotBefore: true,
    });
  } catch {
    return undefined;
  }
};

/** Removes the Base64 padding that a signature may end with. */
const withoutPadding = (token: string): string => {
  if (!token.endsWith("=")) return token;
  const signature = token.length - token.lastIndexOf(".") - 1;
  return signature % 4 === 0 ? token.replace(/={1,2}$/, "") : token;
};
