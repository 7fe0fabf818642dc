import type { TokenClaims } from "./token-kind.ts";

/** How the times of a token are judged. */
export interface TokenTimes {
  /** By how much clocks may differ. */
  readonly leewaySeconds: number;
  /** How far ahead `exp` may lie, and must be stated then; Infinity for as far as one likes. */
  readonly maxLifetimeSeconds: number;
}

/**
 * Whether it is the time of a token: it has not expired, its `nbf` and `iat` do not lie ahead, it does
 * not live longer than tokens may, and its times are numbers, that of `exp` a whole one. Null counts as
 * absent (ledger-api.md 5.1).
 */
export const isTimely = ({ exp, nbf, iat }: TokenClaims, times: TokenTimes): boolean => {
  const now = Date.now() / 1000;
  return hasBegun(nbf, now, times) && hasBegun(iat, now, times) && stillLives(exp, now, times);
};

const hasBegun = (since: unknown, now: number, { leewaySeconds }: TokenTimes): boolean =>
  isAbsent(since) || (isTime(since) && Math.trunc(since) <= Math.floor(now) + leewaySeconds);

const stillLives = (
  until: unknown,
  now: number,
  { leewaySeconds, maxLifetimeSeconds }: TokenTimes,
): boolean =>
  isAbsent(until)
    ? maxLifetimeSeconds === Infinity
    : isTime(until) &&
      Number.isInteger(until) &&
      now < until + leewaySeconds &&
      until - now <= maxLifetimeSeconds;

const isAbsent = (time: unknown): boolean => time === undefined || time === null;

const isTime = (time: unknown): time is number =>
  typeof time === "number" && Math.abs(time) <= latestSeconds;

/** Of the last instant that a participant can tell. */
const latestSeconds = 31_556_889_864_403_200;
