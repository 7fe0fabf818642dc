import { createInvalidArgumentError } from "../errors/argument-error.ts";
import type { Micros } from "../identifiers/identifiers.ts";
import { parseInstant } from "./instant.ts";
import { formatInstant, maxTimestampMicros, minTimestampMicros } from "./time.ts";

/** Microseconds since 1970, a Date, or an ISO 8601 time with zone: `2030-01-31T12:00:00Z`. */
export type LedgerTimeInput = Micros | Date | string;

/**
 * Microseconds, or a text such as `90s`, `1h30m`, `2d`, `250ms` or `PT1H30M` (ISO 8601). Not
 * negative.
 */
export type Duration = bigint | string;

/**
 * Converts a time to microseconds. Raises INVALID_ARGUMENT for an invalid time and outside the
 * years 0001 to 9999.
 */
export const toMicros = (time: LedgerTimeInput): Micros => {
  const micros = typeof time === "bigint" ? time : parseInstant(toTimeText(time));
  if (micros !== undefined && micros >= minTimestampMicros && micros <= maxTimestampMicros) {
    return micros;
  }
  throw createInvalidArgumentError({
    expected:
      "a time of the years 0001 to 9999: a text like 2030-01-31T12:00:00Z, a Date, " +
      "or a bigint of microseconds since 1970",
    found: typeof time === "bigint" ? formatInstantOfAnyYear(time) : describeTimeInput(time),
  });
};

/**
 * Converts a duration to microseconds. Raises INVALID_ARGUMENT for an invalid or negative duration.
 */
export const toDurationMicros = (duration: Duration): bigint => {
  const micros = typeof duration === "bigint" ? duration : parseDuration(duration);
  if (micros !== undefined && micros >= 0n) return micros;
  throw createInvalidArgumentError({
    expected:
      "a duration such as 90s, 1h30m, 2d, 250ms or PT1H30M, or a bigint of 0 or more microseconds",
    found: duration,
  });
};

/**
 * Returns the time in the form of the API's messages. Times outside the years 0001 to 9999 are
 * written with a signed year (ISO 8601), or in microseconds if a Date cannot represent them.
 */
export const formatInstantOfAnyYear = (micros: Micros): string => {
  if (micros >= minTimestampMicros && micros <= maxTimestampMicros) return formatInstant(micros);
  const date = new Date(Number(micros / 1000n));
  return Number.isNaN(date.getTime()) ? `${micros} microseconds` : date.toISOString();
};

/** Returns the time as text; `""` for other values, which JavaScript programs may pass. */
const toTimeText = (time: unknown): string => {
  if (!(time instanceof Date)) return typeof time === "string" ? time : "";
  return Number.isNaN(time.getTime()) ? "" : time.toISOString();
};

const describeTimeInput = (time: unknown): unknown =>
  time instanceof Date ? toTimeText(time) || "an invalid Date" : time;

const microsPerUnit: ReadonlyMap<string, bigint> = new Map([
  ["d", 86_400_000_000n],
  ["h", 3_600_000_000n],
  ["m", 60_000_000n],
  ["s", 1_000_000n],
  ["ms", 1_000n],
  ["us", 1n],
]);

/**
 * Maximum length of a duration text, because the regular expressions need stack space for long
 * texts.
 */
const maxDurationLength = 1_000;
const shortForm = /^(?:\d{1,9}(?:d|h|ms|us|m|s))+$/;
const isoForm =
  /^P(?=.)(?:(\d{1,9})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.(\d{1,6}))?S)?)?$/;

const parseDuration = (duration: unknown): bigint | undefined => {
  if (typeof duration !== "string" || duration.length > maxDurationLength) return undefined;
  if (shortForm.test(duration)) {
    let micros = 0n;
    for (const [, count = "0", unit = ""] of duration.matchAll(/(\d{1,9})(d|h|ms|us|m|s)/g)) {
      micros += convertToMicros(count, unit);
    }
    return micros;
  }
  const iso = isoForm.exec(duration);
  if (iso === null) return undefined;
  const [, days, hours, minutes, seconds, fraction = ""] = iso;
  return (
    convertToMicros(days, "d") +
    convertToMicros(hours, "h") +
    convertToMicros(minutes, "m") +
    convertToMicros(seconds, "s") +
    BigInt(fraction.padEnd(6, "0"))
  );
};

const convertToMicros = (count = "0", unit: string): bigint =>
  BigInt(count) * (microsPerUnit.get(unit) ?? 0n);
