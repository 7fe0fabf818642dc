import { invalidArgument } from "../../ground/errors/argument-error.ts";
import { anything, requireOptions } from "../../ground/errors/options.ts";
import type { Micros } from "../../ground/identifiers/identifiers.ts";
import type { Duration, Time } from "../../ground/values/time-input.ts";
import type { TimeSource } from "../port/clock.ts";
import { AdjustableClock } from "./adjustable-clock.ts";

/**
 * - `"real"`: the machine's clock.
 * - `{ freeze }`: stands still until it is moved.
 * - `{ start, step }`: moves by that much before every decision, and only then.
 */
export type ClockOption =
  "real" | { readonly freeze: Time } | { readonly start: Time; readonly step: Duration };

const noClock = (found: unknown): Error =>
  invalidArgument({
    field: "clock",
    expected: 'real, or an object such as {"freeze": "2030-01-01T00:00:00Z"}',
    found,
  });

const frozen = { freeze: anything };
const stepping = { start: anything, step: anything };

/**
 * A clock that shows `earliest` at least, where its ledger has been before: what is frozen at an earlier time begins there. Raises
 * INVALID_ARGUMENT for a time or a duration that is none.
 */
export const clockFrom = (
  option: ClockOption,
  source: TimeSource,
  earliest: Micros,
): AdjustableClock => {
  const clock = new AdjustableClock(source);
  if (option === "real") return clock;
  if (typeof option !== "object") throw noClock(option);
  const given: Partial<Record<"freeze" | "start" | "step", unknown>> = option;
  requireOptions(given, given.freeze === undefined ? stepping : frozen, "clock");
  if ("freeze" in option) {
    clock.freeze(option.freeze);
  } else {
    if (given.start === undefined || given.step === undefined) throw noClock(option);
    clock.freeze(option.start);
    clock.step(option.step);
  }
  if (clock.now() < earliest) clock.freeze(earliest);
  return clock;
};
