import { type LedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";
import type { Micros } from "../../ground/identifiers/identifiers.ts";
import { maxMicros } from "../../ground/values/time.ts";
import {
  type Duration,
  durationFrom,
  instantText,
  microsFrom,
  type Time,
} from "../../ground/values/time-input.ts";
import { abortable, type Settlers } from "../port/abortable.ts";
import type { LedgerClock, TimeSource } from "../port/clock.ts";

const longestDelayMillis = 2 ** 31 - 1;

/** All there is to a clock besides who waits for it. */
export interface ClockReading {
  /** Absent while the clock is the machine's. */
  readonly frozenAt?: Micros;
  readonly stepMicros: bigint;
}

interface Waiter extends Settlers {
  readonly time: Micros;
  readonly keepsAlive: boolean;
}

/** A clock that is the machine's until it is frozen. Waiters are woken by whatever moves it. */
export class AdjustableClock implements LedgerClock {
  readonly #source: TimeSource;
  readonly #waiters = new Set<Waiter>();
  #reading: ClockReading;
  #cancelTimer: (() => void) | undefined;

  constructor(source: TimeSource, reading: ClockReading = { stepMicros: 0n }) {
    this.#source = source;
    this.#reading = reading;
  }

  get mode(): "real" | "manual" {
    return this.#reading.frozenAt === undefined ? "real" : "manual";
  }

  /** To be given back to {@link restore}. */
  get reading(): ClockReading {
    return this.#reading;
  }

  now(): Micros {
    return this.#reading.frozenAt ?? this.#source.now();
  }

  get time(): string {
    return instantText(this.now());
  }

  get date(): Date {
    return new Date(Number(this.now() / 1000n));
  }

  freeze(time: Time = this.now()): void {
    this.restore({ ...this.#reading, frozenAt: microsFrom(time) });
  }

  set(time: Time): void {
    const micros = microsFrom(time);
    if (micros < this.now()) throw goesBack(this.now(), micros);
    this.freeze(micros);
  }

  advance(duration: Duration): void {
    this.freeze(this.now() + durationFrom(duration));
  }

  step(duration: Duration): void {
    const stepMicros = durationFrom(duration);
    if (stepMicros > 0n) this.freeze();
    this.restore({ ...this.#reading, stepMicros });
  }

  resume(): void {
    this.restore({ stepMicros: 0n });
  }

  /** Makes the clock what it was, backwards too. */
  restore(reading: ClockReading): void {
    this.#reading = reading;
    this.#wake();
  }

  /** Before a decision: takes the step, if there is one. */
  tick(): void {
    if (this.#reading.stepMicros > 0n) this.advance(this.#reading.stepMicros);
  }

  /** Another clock that shows the same, moved on its own. */
  fork(): AdjustableClock {
    return new AdjustableClock(this.#source, this.#reading);
  }

  /** Rejects all who wait, and leaves no timer behind. */
  stop(error: unknown): void {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    this.#arm();
    for (const waiter of waiters) waiter.reject(error);
  }

  reached(time: Time, signal?: AbortSignal): Promise<void> {
    // A time beyond all years is waited for, too: nothing is moved there.
    const micros = typeof time === "bigint" ? time : microsFrom(time);
    return this.#reached(micros, { signal, keepsAlive: true });
  }

  /** As {@link reached}, but no process is kept alive by waiting for it. */
  reachedInBackground(time: Micros, signal: AbortSignal): Promise<void> {
    return this.#reached(time, { signal, keepsAlive: false });
  }

  #reached(
    time: Micros,
    { signal, keepsAlive }: { signal: AbortSignal | undefined; keepsAlive: boolean },
  ): Promise<void> {
    return abortable(signal, (settlers) => {
      const waiter = { ...settlers, time, keepsAlive };
      this.#waiters.add(waiter);
      this.#wake();
      return () => {
        this.#waiters.delete(waiter);
        this.#arm();
      };
    });
  }

  #wake(): void {
    const now = this.now();
    for (const waiter of this.#waiters) {
      if (waiter.time > now) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
    this.#arm();
  }

  /** One timer, for the first waiter of a clock that moves by itself. */
  #arm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.mode === "manual" || this.#waiters.size === 0) return;
    let first = maxMicros;
    let keepsAlive = false;
    for (const waiter of this.#waiters) {
      if (waiter.time < first) first = waiter.time;
      keepsAlive ||= waiter.keepsAlive;
    }
    const delayMillis = Number((first - this.now() + 999n) / 1000n);
    const delay = Math.min(Math.max(delayMillis, 0), longestDelayMillis);
    this.#cancelTimer = this.#source.schedule(delay, () => this.#wake(), keepsAlive);
  }
}

const goesBack = (now: Micros, time: Micros): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause:
      `The ledger's clock cannot go back from ${instantText(now)} to ${instantText(time)}; ` +
      "revert to a snapshot to go back.",
  });
