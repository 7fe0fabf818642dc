import type { Micros } from "../model/identifiers.ts";

const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?[Zz]$/;

/**
 * The time an ISO-8601 instant in UTC names, to the microsecond; digits below are dropped. Undefined
 * when the text is no such instant, its date does not exist, or its year is 0000.
 */
export const parseInstant = (text: string): Micros | undefined => {
  const [, year, month, day, hour, minute, second, fraction = ""] = pattern.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const days = daysSinceEpoch(Number(year), Number(month), Number(day));
  const seconds = secondsOfDay(Number(hour), Number(minute), Number(second));
  if (days === undefined || seconds === undefined) return undefined;
  const micros = BigInt(fraction.slice(0, 6).padEnd(6, "0"));
  return BigInt(days * 86_400 + seconds) * 1_000_000n + micros;
};

const daysSinceEpoch = (year: number, month: number, day: number): number | undefined => {
  if (year === 0) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() / 86_400_000 : undefined;
};

const secondsOfDay = (hour: number, minute: number, second: number): number | undefined =>
  hour < 24 && minute < 60 && second < 60 ? hour * 3600 + minute * 60 + second : undefined;
