import type { IdentityProviderId } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import { count, oneOf, optionFault, type OptionForms, text } from "../../lib/internal.ts";
import { explainToken } from "./explain-token.ts";
import { signedContent } from "./signed-content.ts";
import type { TokenFault } from "./token-fault.ts";
import { type TokenClaims, type TokenTarget, type TokenUser, tokenUser } from "./token-kind.ts";
import { isTimely, type TokenTimes } from "./token-times.ts";
import {
  keyForms,
  type KeyOption,
  type VerificationKey,
  verificationKey,
} from "./verification-key.ts";

/** What a token says that was verified. */
export interface VerifiedToken extends TokenUser {
  /** Where the user is administered; `""` for the participant itself. */
  readonly identityProviderId: IdentityProviderId;
  /** Milliseconds since 1970; undefined when it never expires. */
  readonly expiresAtMillis: number | undefined;
  /** Until when the signature need not be verified again, as keys may change; absent for ever. */
  readonly verifyAgainAtMillis?: number;
  /** What the token alone gives, whoever the user is and whether or not there is one; absent where users have rights. */
  readonly privilege?: Privilege;
}

/** `"admin"`: to administer the participant, as with the right ParticipantAdmin; `"wildcard"`: to act as any party besides. */
export type Privilege = "admin" | "wildcard";

/**
 * Decides whether a token is genuine; undefined when it is not, or not of a kind this verifier knows.
 * Must not throw for any text.
 */
export interface TokenVerifier {
  readonly verify: (
    token: string,
    ledger: Ledger,
  ) => VerifiedToken | undefined | Promise<VerifiedToken | undefined>;
  /**
   * Why `verify` accepts no such token, for the hints of errors; nothing is told when absent. Asked for tokens
   * that no verifier accepts. Must not throw for any text, nor tell what only the ledger may know.
   */
  readonly explain?: (
    token: string,
    ledger: Ledger,
  ) => TokenFault | undefined | Promise<TokenFault | undefined>;
}

/** A key, and what tokens signed with it must be made for. */
export type KeyVerifierOption = KeyOption &
  TokenTarget & {
    /**
     * Believes the tokens themselves, as a participant's privileged services do: whoever they name may do this, and need
     * not be a user. Needs an `audience` or a `scope`. Absent: users have the rights that they were granted.
     */
    readonly privileged?: Privilege;
    /** By how much clocks may differ when `exp`, `nbf` and `iat` are judged; 0 when absent. */
    readonly leewaySeconds?: number;
  };

const verifierForms: OptionForms = {
  ...keyForms,
  audience: text,
  scope: text,
  privileged: oneOf("admin", "wildcard"),
  leewaySeconds: count("seconds"),
};

/**
 * Accepts tokens signed with the one key by its one algorithm: neither `alg: none` nor a public key
 * used as a secret gets through. Throws a TypeError for an unusable key.
 */
export const createKeyVerifier = (
  option: KeyVerifierOption,
  maxLifetimeSeconds = Infinity,
): TokenVerifier => {
  const fault = optionFault(option, verifierForms, "auth");
  if (fault !== undefined) throw new TypeError(fault.cause);
  const { privileged, audience, scope } = option;
  if (privileged !== undefined && audience === undefined && scope === undefined) {
    throw new TypeError("An auth option that is privileged needs an audience or a scope.");
  }
  const key = verificationKey(option);
  const times: TokenTimes = { leewaySeconds: option.leewaySeconds ?? 0, maxLifetimeSeconds };
  return {
    verify: (token) => {
      const claims = verifiedClaims(token, key, times);
      const user = claims && tokenUser(claims, option);
      if (claims === undefined || user === undefined) return undefined;
      const expiresAtMillis = expiryMillis(claims, times);
      const privilege = privileged === undefined ? {} : { privilege: privileged };
      return { ...user, identityProviderId: "", expiresAtMillis, ...privilege };
    },
    explain: (token) => explainToken(token, { key, times, target: option }),
  };
};

/** When a token with these claims expires; undefined when it never does. */
export const expiryMillis = (
  { exp }: TokenClaims,
  { leewaySeconds }: TokenTimes,
): number | undefined => (typeof exp === "number" ? (exp + leewaySeconds) * 1000 : undefined);

/**
 * The claims of a token that the key has signed and whose time it is; undefined for any other, and for one
 * that says of its header what must be understood (`crit`; RFC 7515, 4.1.11): nothing of that is understood here.
 */
export const verifiedClaims = (
  token: string,
  { algorithm, key }: VerificationKey,
  times: TokenTimes,
): TokenClaims | undefined => {
  const signed = signedContent(token, { algorithm, key });
  if (signed === undefined || "crit" in signed.header) return undefined;
  const claims: unknown = signed.payload;
  return isClaims(claims) && isTimely(claims, times) ? claims : undefined;
};

const isClaims = (payload: unknown): payload is TokenClaims =>
  typeof payload === "object" && payload !== null && !Array.isArray(payload);
