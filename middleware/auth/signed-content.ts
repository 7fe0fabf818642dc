import { tokenCrypto } from "./token-crypto.ts";
import type { TokenContent, TokenVerificationKey } from "./token-crypto-types.ts";

/**
 * Returns header and payload if the key signed the token; undefined otherwise. Claims are not
 * checked.
 */
export const verifyTokenSignature = (
  token: string,
  key: TokenVerificationKey,
): TokenContent | undefined | Promise<TokenContent | undefined> =>
  tokenCrypto.signedContent(removePadding(token), key);

/** Removes the Base64 padding that a signature may end with. */
const removePadding = (token: string): string => {
  if (!token.endsWith("=")) return token;
  const signature = token.length - token.lastIndexOf(".") - 1;
  return signature % 4 === 0 ? token.replace(/={1,2}$/, "") : token;
};
