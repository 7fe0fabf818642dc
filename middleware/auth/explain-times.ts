import { quoteValue, type TokenFault, tokenVerificationSteps } from "./token-fault.ts";
import type { TokenClaims } from "./token-kind.ts";
import { isTokenValidNow, type TokenTimeLimits } from "./token-time-limits.ts";

/** Returns why a token is not valid at this time; undefined if it is. */
export const explainInvalidTokenTimes = (
  claims: TokenClaims,
  times: TokenTimeLimits,
): TokenFault | undefined => {
  if (isTokenValidNow(claims, times)) return undefined;
  const { exp, nbf, iat } = claims;
  return (
    explainEarlyUse("nbf", nbf, times) ??
    explainEarlyUse("iat", iat, times) ??
    explainExpiry(exp, times) ??
    createTimesFault(
      "The times of the token are invalid.",
      "exp, nbf and iat in seconds since 1970",
      "",
    )
  );
};

const createTimesFault = (cause: string, expected: string, advice: string): TokenFault => ({
  step: tokenVerificationSteps.times,
  cause,
  expected,
  advice: advice === "" ? "Request a new token." : advice,
});

const secondsSince = "an integer number of seconds since 1970";

const explainEarlyUse = (
  name: "nbf" | "iat",
  since: unknown,
  { leewaySeconds }: TokenTimeLimits,
): TokenFault | undefined => {
  if (since === undefined || since === null) return undefined;
  if (typeof since !== "number") return createNotANumberFault(name, since);
  const ahead = Math.trunc(since) - Math.floor(Date.now() / 1000) - leewaySeconds;
  if (ahead <= 0) return undefined;
  const when = name === "nbf" ? "is not valid yet: its nbf" : "was issued in the future: its iat";
  return looksLikeMillis(since)
    ? millisInsteadOfSeconds(name, since)
    : createTimesFault(
        `The token ${when} is ${formatDuration(ahead)} ahead, at ${formatInstant(since)}.`,
        `${name} in the past`,
        `Wait, or compare the clocks; the time here is ${formatInstant(Date.now() / 1000)}.`,
      );
};

const explainExpiry = (exp: unknown, times: TokenTimeLimits): TokenFault | undefined => {
  const { leewaySeconds, maxLifetimeSeconds } = times;
  const most = `exp at most ${maxLifetimeSeconds} seconds from now`;
  if (exp === undefined || exp === null) {
    return createTimesFault(
      `The token has no exp, but its lifetime is limited to ${maxLifetimeSeconds} seconds (maxTokenLifetimeSeconds).`,
      most,
      `Issue the token with ${most}.`,
    );
  }
  if (typeof exp !== "number") return createNotANumberFault("exp", exp);
  if (!Number.isInteger(exp)) {
    return createTimesFault(
      `The exp of the token is ${exp}, not an integer.`,
      secondsSince,
      "Round it.",
    );
  }
  const over = Date.now() / 1000 - exp - leewaySeconds;
  if (over >= 0) {
    return createTimesFault(
      `The token expired ${formatDuration(over)} ago, at ${formatInstant(exp)}.`,
      "a token whose exp is in the future",
      "Request a new token.",
    );
  }
  if (looksLikeMillis(exp)) return millisInsteadOfSeconds("exp", exp);
  return createTimesFault(
    `The token is valid for more than ${maxLifetimeSeconds} seconds (maxTokenLifetimeSeconds): until ${formatInstant(exp)}.`,
    most,
    `Issue the token with ${most}.`,
  );
};

const createNotANumberFault = (name: string, value: unknown): TokenFault =>
  createTimesFault(
    `The ${name} of the token is ${quoteValue(value)}, not a number.`,
    secondsSince,
    `Write ${name} as a number of seconds since 1970, without quotes.`,
  );

const millisInsteadOfSeconds = (name: string, value: number): TokenFault =>
  createTimesFault(
    `The ${name} of the token is ${value}, which looks like milliseconds.`,
    secondsSince,
    `Write ${name} in seconds: divide by 1000.`,
  );

/**
 * Returns true for a timestamp in milliseconds: in seconds it would be thousands of years ahead.
 */
const looksLikeMillis = (value: number): boolean => value > 100_000_000_000;

const formatInstant = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
};

/** Formats a duration, rounded down, in the largest unit that fits at least once. */
const formatDuration = (seconds: number): string => {
  const whole = Math.max(1, Math.floor(seconds));
  const units = [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
  ] as const;
  const [length, name] = units.find(([each]) => whole >= each) ?? [1, "second"];
  const count = Math.round(whole / length);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
};
