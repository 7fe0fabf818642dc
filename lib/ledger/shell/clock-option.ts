import { invalidArgument } from "../../ground/errors/argument-error.ts";
import type { Micros } from "../../ground/identifiers/identifiers.ts";
import { parseInstant } from "../../ground/values/instant.ts";
import type { TimeSource } from "../port/clock.ts";
import { AdjustableClock } from "./adjustable-clock.ts";

/** Microseconds since 1970, a Date, or ISO-8601 in UTC with up to six digits of a second. */
export type Time = Micros | Date | string;

/**
 * - `"real"`: the machine's clock.
 * - `{ freeze }`: stands still until it is moved.
 * - `{ start, stepMicros }`: moves by that much before every decision, and only then.
 */
export type ClockOption =
  "real" | { readonly freeze: Time } | { readonly start: Time; readonly stepMicros: bigint };

/** Raises INVALID_ARGUMENT for a time that is none, or lies outside the years 0001 to 9999. */
export const clockFrom = (option: ClockOption, source: TimeSource): AdjustableClock => {
  const clock = new AdjustableClock(source);
  if (option === "real") return clock;
  if ("freeze" in option) {
    clock.freeze(microsFrom(option.freeze));
  } else {
    clock.freeze(microsFrom(option.start));
    clock.step(option.stepMicros);
  }
  return clock;
};

const microsFrom = (time: Time): Micros => {
  if (typeof time === "bigint") return time;
  const text = typeof time === "string" ? time : isoText(time);
  const micros = parseInstant(text);
  if (micros !== undefined) return micros;
  throw invalidArgument({
    expected: "a time in UTC like 2030-01-31T12:00:00.000000Z",
    found: text,
  });
};

const isoText = (date: Date): string =>
  Number.isNaN(date.getTime()) ? "an invalid Date" : date.toISOString();
