import type { TokenClaims } from "./token-kind.ts";

/** Limits for the times of a token. */
export interface TokenTimeLimits {
  /** Accepted clock difference, in seconds. */
  readonly leewaySeconds: number;
  /** Maximum time until `exp`, in seconds, which makes `exp` mandatory; Infinity for no limit. */
  readonly maxLifetimeSeconds: number;
}

/** Maximum lifetime of tokens on a participant that is not configured otherwise. */
export const defaultMaxTokenLifetimeSeconds = 300;

/**
 * Returns true if a token is valid now: it has not expired, its `nbf` and `iat` are not in the
 * future, its lifetime is within the limit, its times are numbers and `exp` is an integer. Null
 * counts as absent (ledger-api.md 5.1).
 */
export const isTokenValidNow = (
  { exp, nbf, iat }: TokenClaims,
  times: TokenTimeLimits,
): boolean => {
  const now = Date.now() / 1000;
  return (
    hasValidityBegun(nbf, now, times) &&
    hasValidityBegun(iat, now, times) &&
    hasNotExpired(exp, now, times)
  );
};

const hasValidityBegun = (
  since: unknown,
  now: number,
  { leewaySeconds }: TokenTimeLimits,
): boolean =>
  isAbsent(since) || (isTime(since) && Math.trunc(since) <= Math.floor(now) + leewaySeconds);

const hasNotExpired = (
  until: unknown,
  now: number,
  { leewaySeconds, maxLifetimeSeconds }: TokenTimeLimits,
): boolean =>
  isAbsent(until)
    ? maxLifetimeSeconds === Infinity
    : isTime(until) &&
      Number.isInteger(until) &&
      now < until + leewaySeconds &&
      until - now <= maxLifetimeSeconds;

const isAbsent = (time: unknown): boolean => time === undefined || time === null;

const isTime = (time: unknown): time is number =>
  typeof time === "number" && Math.abs(time) <= maxEpochSeconds;

/** Latest instant that a participant can represent, in seconds since 1970. */
const maxEpochSeconds = 31_556_889_864_403_200;
