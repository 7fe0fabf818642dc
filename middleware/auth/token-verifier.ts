import type { IdentityProviderId } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import {
  createCountOptionCheck,
  createOneOfCheck,
  findOptionFault,
  type OptionChecks,
  textOptionCheck,
} from "../../lib/internal.ts";
import { explainTokenRefusal } from "./explain-token-refusal.ts";
import {
  readVerificationKey,
  type TokenVerificationKey,
  type TokenVerificationKeyOption,
  verificationKeyOptionChecks,
} from "./read-verification-key.ts";
import { verifyTokenSignature } from "./signed-content.ts";
import type { TokenContent } from "./token-crypto-types.ts";
import type { TokenFault } from "./token-fault.ts";
import {
  readTokenUser,
  type TokenAudienceAndScope,
  type TokenClaims,
  type TokenUser,
} from "./token-kind.ts";
import { isTokenValidNow, type TokenTimeLimits } from "./token-time-limits.ts";

/** The result of verifying a token. */
export interface VerifiedToken extends TokenUser {
  /** Identity provider of the user; `""` for the participant itself. */
  readonly identityProviderId: IdentityProviderId;
  /** Expiry in milliseconds since 1970; undefined if the token never expires. */
  readonly expiresAtMillis: number | undefined;
  /**
   * Time when the signature must be verified again because keys may have changed; absent for never.
   */
  readonly verifyAgainAtMillis?: number;
  /**
   * Rights that the token itself grants, whether or not the user exists; absent if users have the
   * rights that they were granted.
   */
  readonly privilege?: TokenPrivilege;
}

/**
 * `"admin"`: administer the participant, as with the right ParticipantAdmin; `"wildcard"`: also act
 * as any party.
 */
export type TokenPrivilege = "admin" | "wildcard";

/**
 * Decides whether a token is genuine; undefined if it is not, or if this verifier does not know its
 * kind. Must not throw for any input.
 */
export interface TokenVerifier {
  readonly verify: (
    token: string,
    ledger: Ledger,
  ) => VerifiedToken | undefined | Promise<VerifiedToken | undefined>;
  /**
   * Returns why `verify` rejects a token, for the hints of errors; absent: no explanation. Called
   * for tokens that no verifier accepts. Must not throw for any input, and must not reveal secrets
   * of the ledger.
   */
  readonly explain?: (
    token: string,
    ledger: Ledger,
  ) => TokenFault | undefined | Promise<TokenFault | undefined>;
}

/** A key, and the target of the tokens that it signs. */
export type KeyVerifierOption = TokenVerificationKeyOption &
  TokenAudienceAndScope & {
    /**
     * Grants this privilege to every caller with such a token, as a participant's privileged
     * services do; the user need not exist. Requires `audience` or `scope`. Absent: users have the
     * rights that they were granted.
     */
    readonly privileged?: TokenPrivilege;
    /** Accepted clock difference for `exp`, `nbf` and `iat`, in seconds; default 0. */
    readonly leewaySeconds?: number;
  };

const verifierOptionChecks: OptionChecks = {
  ...verificationKeyOptionChecks,
  audience: textOptionCheck,
  scope: textOptionCheck,
  privileged: createOneOfCheck("admin", "wildcard"),
  leewaySeconds: createCountOptionCheck("seconds"),
};

/**
 * Creates a verifier for tokens signed with one key and its one algorithm: it rejects `alg: none`
 * and a public key used as a secret. Throws a TypeError for an unusable key.
 */
export const createSingleKeyVerifier = (
  option: KeyVerifierOption,
  maxLifetimeSeconds = Infinity,
): TokenVerifier => {
  const fault = findOptionFault(option, verifierOptionChecks, "auth");
  if (fault !== undefined) throw new TypeError(fault.cause);
  const { privileged, audience, scope } = option;
  if (privileged !== undefined && audience === undefined && scope === undefined) {
    throw new TypeError("An auth option with privileged requires an audience or a scope.");
  }
  const key = readVerificationKey(option);
  const times: TokenTimeLimits = { leewaySeconds: option.leewaySeconds ?? 0, maxLifetimeSeconds };
  const verified = (claims: TokenClaims | undefined): VerifiedToken | undefined => {
    const user = claims && readTokenUser(claims, option);
    if (claims === undefined || user === undefined) return undefined;
    const expiresAtMillis = readTokenExpiryMillis(claims, times);
    const privilege = privileged === undefined ? {} : { privilege: privileged };
    return { ...user, identityProviderId: "", expiresAtMillis, ...privilege };
  };
  return {
    verify: (token) => {
      const claims = verifyToken(token, key, times);
      return claims instanceof Promise ? claims.then(verified) : verified(claims);
    },
    explain: (token) => explainTokenRefusal(token, { key, times, target: option }),
  };
};

/** Returns the expiry of a token in milliseconds since 1970; undefined if it never expires. */
export const readTokenExpiryMillis = (
  { exp }: TokenClaims,
  { leewaySeconds }: TokenTimeLimits,
): number | undefined => (typeof exp === "number" ? (exp + leewaySeconds) * 1000 : undefined);

/**
 * Returns the claims of a token that the key signed and that is valid now; undefined otherwise.
 * Also undefined for a header with `crit` (RFC 7515, 4.1.11), because no extension is supported. In
 * Node, no promise is returned.
 */
export const verifyToken = (
  token: string,
  key: TokenVerificationKey,
  times: TokenTimeLimits,
): TokenClaims | undefined | Promise<TokenClaims | undefined> => {
  const signed = verifyTokenSignature(token, key);
  return signed instanceof Promise
    ? signed.then((content) => readValidClaims(content, times))
    : readValidClaims(signed, times);
};

const readValidClaims = (
  signed: TokenContent | undefined,
  times: TokenTimeLimits,
): TokenClaims | undefined => {
  if (signed === undefined || "crit" in signed.header) return undefined;
  const claims: unknown = signed.payload;
  return isClaims(claims) && isTokenValidNow(claims, times) ? claims : undefined;
};

const isClaims = (payload: unknown): payload is TokenClaims =>
  typeof payload === "object" && payload !== null && !Array.isArray(payload);
