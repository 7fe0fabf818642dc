import type { Micros } from "../identifiers/identifiers.ts";

/**
 * Converts timestamps and dates from and to text: Gregorian calendar (proleptic), years 0001 to
 * 9999, microseconds.
 */

/** 0001-01-01T00:00:00Z. */
export const minTimestampMicros: Micros = -62_135_596_800_000_000n;
/** 9999-12-31T23:59:59.999999Z. */
export const maxTimestampMicros: Micros = 253_402_300_799_999_999n;
/** 0001-01-01. */
export const minDateDays = -719_162;
/** 9999-12-31. */
export const maxDateInDays = 2_932_896;

const millisPerDay = 86_400_000;

/** Maximum offset of a zone from UTC, in seconds. A participant accepts up to 18 hours. */
const maxZoneSeconds = 64_800;

const timestampPattern =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d\d):(\d\d))$/i;

/**
 * Reads an ISO 8601 date-time with a zone: `Z` or an offset. Digits beyond microseconds are
 * dropped. Returns undefined if malformed or outside the years 0001 to 9999.
 */
export const parseTimestamp = (written: string): Micros | undefined => {
  const match = timestampPattern.exec(written);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = "", sign, ...offset] = match;
  const days = countDaysSinceEpoch(Number(year), Number(month), Number(day));
  const time = countSecondsOfDay(Number(hour), Number(minute), Number(second ?? 0));
  const zone = sign === undefined ? 0 : countSecondsOfDay(Number(offset[0]), Number(offset[1]), 0);
  if (days === undefined || time === undefined || zone === undefined) return undefined;
  if (zone > maxZoneSeconds) return undefined;
  const seconds = days * 86_400 + time - (sign === "-" ? -zone : zone);
  const micros = BigInt(seconds) * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, "0"));
  return micros >= minTimestampMicros && micros <= maxTimestampMicros ? micros : undefined;
};

const yearOutOfRange = /^(\d{4}|-(?!0000)\d{4,9}|\+\d{5,9})(-.*)$/;

/**
 * Returns true if `parse` refuses a text only because it is outside the years 0001 to 9999. ISO
 * 8601 writes such years with a sign.
 */
export const isTimestampYearOutOfRange = (
  written: string,
  parse: typeof parseTimestamp | typeof parseDate,
): boolean => {
  const [, year, rest = ""] = yearOutOfRange.exec(written) ?? [];
  if (year === undefined) return false;
  return parse(`${isLeap(Number(year)) ? 2000 : 2001}${rest}`) !== undefined;
};

/**
 * Returns the time in the form of Daml values: `2022-01-01T00:00:00.00001Z`, with up to six
 * fraction digits, without trailing zeros.
 */
export const formatTimestamp = (micros: Micros): string => {
  const { seconds, fraction } = splitIntoSeconds(micros);
  if (fraction === 0) return `${seconds}Z`;
  return `${seconds}.${fraction
    .toString()
    .padStart(6, "0")
    .replace(/(?<!0)0+$/, "")}Z`;
};

/**
 * Returns the time in the form of the API's messages, with no, three or six fraction digits:
 * `2022-01-01T00:00:00.000010Z`.
 */
export const formatInstant = (micros: Micros): string => {
  const { seconds, fraction } = splitIntoSeconds(micros);
  if (fraction === 0) return `${seconds}Z`;
  const digits = fraction.toString().padStart(6, "0");
  return `${seconds}.${digits.endsWith("000") ? digits.slice(0, 3) : digits}Z`;
};

/** Returns a non-negative duration in the form of Java: `PT26H3M4.5S`. */
export const formatIsoDuration = (micros: bigint): string => {
  const seconds = micros / 1_000_000n;
  const fraction = String(micros % 1_000_000n)
    .padStart(6, "0")
    .replace(/(?<!0)0+$/, "");
  const rest = fraction === "" ? `${seconds % 60n}` : `${seconds % 60n}.${fraction}`;
  const parts = [
    seconds >= 3_600n ? `${seconds / 3_600n}H` : "",
    seconds % 3_600n >= 60n ? `${(seconds % 3_600n) / 60n}M` : "",
    rest === "0" && seconds > 0n ? "" : `${rest}S`,
  ];
  return `PT${parts.join("")}`;
};

const splitIntoSeconds = (
  micros: Micros,
): { readonly seconds: string; readonly fraction: number } => {
  const fraction = Number(((micros % 1_000_000n) + 1_000_000n) % 1_000_000n);
  return { seconds: formatSecond(Number((micros - BigInt(fraction)) / 1_000_000n)), fraction };
};

/** Cache of the last text, because consecutive conversions often have the same second. */
let written = { second: 0, text: "1970-01-01T00:00:00" };

const formatSecond = (second: number): string => {
  if (written.second !== second) {
    written = { second, text: new Date(second * 1000).toISOString().slice(0, 19) };
  }
  return written.text;
};

const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Reads `yyyy-mm-dd` as days since 1970-01-01. Returns undefined if malformed or out of range. */
export const parseDate = (written: string): number | undefined => {
  const match = datePattern.exec(written);
  return match === null
    ? undefined
    : countDaysSinceEpoch(Number(match[1]), Number(match[2]), Number(match[3]));
};

/** Returns the date as `yyyy-mm-dd`. */
export const formatDate = (days: number): string =>
  new Date(days * millisPerDay).toISOString().slice(0, 10);

const daysInMonth: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Returns days since 1970-01-01; undefined for a day that the calendar does not have. */
const countDaysSinceEpoch = (year: number, month: number, day: number): number | undefined => {
  const length = (daysInMonth[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0);
  if (year < 1 || day < 1 || day > length) return undefined;
  // Add 400 years, because Date.UTC reads the years 0 to 99 as 1900 to 1999; 400 years always have
  // 146,097 days.
  return Date.UTC(year + 400, month - 1, day) / millisPerDay - 146_097;
};

const countSecondsOfDay = (hour: number, minute: number, second: number): number | undefined =>
  hour > 23 || minute > 59 || second > 59 ? undefined : hour * 3600 + minute * 60 + second;
