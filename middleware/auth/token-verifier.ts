import jsonwebtoken from "jsonwebtoken";

import type { IdentityProviderId, Ledger } from "../../lib/index.ts";
import { type TokenTarget, type TokenUser, tokenUser } from "./token-kind.ts";
import { type KeyOption, verificationKey } from "./verification-key.ts";

/** What a token says that was verified. */
export interface VerifiedToken extends TokenUser {
  /** Where the user is administered; `""` for the participant itself. */
  readonly identityProviderId: IdentityProviderId;
  /** Milliseconds since 1970; undefined when it never expires. */
  readonly expiresAtMillis: number | undefined;
  /** Until when the signature need not be verified again, as keys may change; absent for ever. */
  readonly verifyAgainAtMillis?: number;
}

/**
 * Decides whether a token is genuine; undefined when it is not, or not of a kind this verifier knows.
 * Must not throw for any text.
 */
export interface TokenVerifier {
  readonly verify: (
    token: string,
    ledger: Ledger,
  ) => VerifiedToken | undefined | Promise<VerifiedToken | undefined>;
}

/** A key, and what tokens signed with it must be made for. */
export type KeyVerifierOption = KeyOption &
  TokenTarget & {
    /** By how much clocks may differ when `exp` and `nbf` are judged; 0 when absent. */
    readonly leewaySeconds?: number;
  };

/**
 * Accepts tokens signed with the one key by its one algorithm: neither `alg: none` nor a public key
 * used as a secret gets through. Throws a TypeError for an unusable key.
 */
export const createKeyVerifier = (option: KeyVerifierOption): TokenVerifier => {
  const { algorithm, key } = verificationKey(option);
  const leewaySeconds = option.leewaySeconds ?? 0;
  const settings = { algorithms: [algorithm], clockTolerance: leewaySeconds };
  return {
    verify: (token) => {
      const claims = verifiedClaims(() => jsonwebtoken.verify(token, key, settings));
      const user = claims && tokenUser(claims, option);
      if (claims === undefined || user === undefined) return undefined;
      const expiresAtMillis = expiryMillis(claims, leewaySeconds);
      return { ...user, identityProviderId: "", expiresAtMillis };
    },
  };
};

/** When a token with these claims expires; undefined when it never does. */
export const expiryMillis = (
  { exp }: jsonwebtoken.JwtPayload,
  leewaySeconds = 0,
): number | undefined => (exp === undefined ? undefined : (exp + leewaySeconds) * 1000);

/** What a verification comes to; undefined when it throws. */
export const verifiedClaims = (
  verify: () => string | jsonwebtoken.JwtPayload,
): jsonwebtoken.JwtPayload | undefined => {
  try {
    const claims = verify();
    return typeof claims === "string" ? undefined : claims;
  } catch {
    return undefined;
  }
};
