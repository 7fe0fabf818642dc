import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import { anyValueCheck, requireWellFormedOptions } from "../../base/errors/options.ts";
import type { Micros } from "../../base/identifiers/identifiers.ts";
import { maxTimestampMicros } from "../../base/values/time.ts";
import {
  type Duration,
  formatInstantOfAnyYear,
  type LedgerTimeInput,
  toDurationMicros,
  toMicros,
} from "../../base/values/time-input.ts";
import { createAbortablePromise, type SettleCallbacks } from "../port/abortable.ts";
import type { LedgerClock, TimeSource } from "../port/clock.ts";

const longestDelayMillis = 2 ** 31 - 1;

/** The settings of a clock. */
export interface ClockSettings {
  /** The time at which the clock is frozen; absent while it shows real time. */
  readonly frozenAt?: Micros;
  readonly stepMicros: bigint;
}

interface ClockWaiter extends SettleCallbacks {
  readonly time: Micros;
  readonly keepsAlive: boolean;
}

/**
 * A clock that shows real time until it is frozen. When its time changes, it resolves the promises
 * that wait for that time.
 */
export class AdjustableClock implements LedgerClock {
  readonly #source: TimeSource;
  readonly #waiters = new Set<ClockWaiter>();
  #reading: ClockSettings;
  #cancelTimer: (() => void) | undefined;

  constructor(source: TimeSource, reading: ClockSettings = { stepMicros: 0n }) {
    this.#source = source;
    this.#reading = reading;
  }

  get mode(): "real" | "manual" {
    return this.#reading.frozenAt === undefined ? "real" : "manual";
  }

  /** The current settings; pass them to {@link restoreReading}. */
  get reading(): ClockSettings {
    return this.#reading;
  }

  now(): Micros {
    return this.#reading.frozenAt ?? this.#source.now();
  }

  get time(): string {
    return formatInstantOfAnyYear(this.now());
  }

  get date(): Date {
    return new Date(Number(this.now() / 1000n));
  }

  freeze(time: LedgerTimeInput = this.now()): void {
    this.restoreReading({ ...this.#reading, frozenAt: toMicros(time) });
  }

  set(time: LedgerTimeInput): void {
    const micros = toMicros(time);
    if (micros < this.now()) throw clockMovedBackError(this.now(), micros);
    this.freeze(micros);
  }

  advance(duration: Duration): void {
    this.freeze(this.now() + toDurationMicros(duration));
  }

  step(duration: Duration): void {
    const stepMicros = toDurationMicros(duration);
    if (stepMicros > 0n) this.freeze();
    this.restoreReading({ ...this.#reading, stepMicros });
  }

  resume(): void {
    this.restoreReading({ stepMicros: 0n });
  }

  /** Restores earlier settings. The clock may go back. */
  restoreReading(reading: ClockSettings): void {
    this.#reading = reading;
    this.#wakeWaiters();
  }

  /** Advances the clock by its step, if it has one. The ledger calls this before each decision. */
  advanceByStep(): void {
    if (this.#reading.stepMicros > 0n) this.advance(this.#reading.stepMicros);
  }

  /** Returns an independent clock that shows the same time. */
  copyClock(): AdjustableClock {
    return new AdjustableClock(this.#source, this.#reading);
  }

  /** Rejects all waiting promises and cancels the timer. */
  stop(error: unknown): void {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    this.#setTimer();
    for (const waiter of waiters) waiter.reject(error);
  }

  reached(time: LedgerTimeInput, signal?: AbortSignal): Promise<void> {
    // A bigint may be after the year 9999, which `toMicros` would refuse.
    const micros = typeof time === "bigint" ? time : toMicros(time);
    return this.#waitUntilReached(micros, { signal, keepsAlive: true });
  }

  /** Waits like {@link reached}, but does not keep the process alive. */
  reachedInBackground(time: Micros, signal: AbortSignal): Promise<void> {
    return this.#waitUntilReached(time, { signal, keepsAlive: false });
  }

  #waitUntilReached(
    time: Micros,
    { signal, keepsAlive }: { signal: AbortSignal | undefined; keepsAlive: boolean },
  ): Promise<void> {
    return createAbortablePromise(signal, (settlers) => {
      const waiter = { ...settlers, time, keepsAlive };
      this.#waiters.add(waiter);
      this.#wakeWaiters();
      return () => {
        this.#waiters.delete(waiter);
        this.#setTimer();
      };
    });
  }

  #wakeWaiters(): void {
    const now = this.now();
    for (const waiter of this.#waiters) {
      if (waiter.time > now) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
    this.#setTimer();
  }

  /** If the clock shows real time, sets one timer for the earliest waiter. */
  #setTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.mode === "manual" || this.#waiters.size === 0) return;
    let first = maxTimestampMicros;
    let keepsAlive = false;
    for (const waiter of this.#waiters) {
      if (waiter.time < first) first = waiter.time;
      keepsAlive ||= waiter.keepsAlive;
    }
    const delayMillis = Number((first - this.now() + 999n) / 1000n);
    const delay = Math.min(Math.max(delayMillis, 0), longestDelayMillis);
    this.#cancelTimer = this.#source.schedule(delay, () => this.#wakeWaiters(), keepsAlive);
  }
}

const clockMovedBackError = (now: Micros, time: Micros): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause:
      `The ledger's clock cannot go back from ${formatInstantOfAnyYear(now)} to ${formatInstantOfAnyYear(time)}; ` +
      "only a revert to a snapshot can go back.",
  });

/**
 * - `"real"`: real time.
 * - `{ freeze }`: frozen at this time until the host changes the clock.
 * - `{ start, step }`: frozen, but advances by `step` before every decision.
 */
export type ClockOption =
  | "real"
  | { readonly freeze: LedgerTimeInput }
  | { readonly start: LedgerTimeInput; readonly step: Duration };

const noClockError = (found: unknown): Error =>
  createInvalidArgumentError({
    field: "clock",
    expected: 'real, or an object such as {"freeze": "2030-01-01T00:00:00Z"}',
    found,
  });

const freezeOptionChecks = { freeze: anyValueCheck };
const stepOptionChecks = { start: anyValueCheck, step: anyValueCheck };

/**
 * Returns a clock with this option. If it is frozen, it shows at least `earliest`, the newest
 * record time of the journal. Throws INVALID_ARGUMENT for an invalid time or duration.
 */
export const createLedgerClock = (
  option: ClockOption,
  source: TimeSource,
  earliest: Micros,
): AdjustableClock => {
  const clock = new AdjustableClock(source);
  if (option === "real") return clock;
  if (typeof option !== "object") throw noClockError(option);
  const given: Partial<Record<"freeze" | "start" | "step", unknown>> = option;
  requireWellFormedOptions(
    given,
    given.freeze === undefined ? stepOptionChecks : freezeOptionChecks,
    "clock",
  );
  if ("freeze" in option) {
    clock.freeze(option.freeze);
  } else {
    if (given.start === undefined || given.step === undefined) throw noClockError(option);
    clock.freeze(option.start);
    clock.step(option.step);
  }
  if (clock.now() < earliest) clock.freeze(earliest);
  return clock;
};
