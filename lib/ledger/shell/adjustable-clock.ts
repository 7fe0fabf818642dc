import { invalidArgument } from "../../ground/errors/argument-error.ts";
import { ledgerError } from "../../ground/errors/ledger-error.ts";
import type { Micros } from "../../ground/identifiers/identifiers.ts";
import type { LedgerClock, TimeSource } from "../port/clock.ts";
import { abortable, type Settlers } from "./abortable.ts";

const earliest: Micros = -62_135_596_800_000_000n; // 0001-01-01T00:00:00Z
const latest: Micros = 253_402_300_799_999_999n; // 9999-12-31T23:59:59.999999Z
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

  freeze(time: Micros = this.now()): void {
    this.restore({ ...this.#reading, frozenAt: inRange(time) });
  }

  set(time: Micros): void {
    if (time < this.now()) {
      throw ledgerError("INVALID_ARGUMENT", {
        cause: `The ledger's clock cannot go back from ${this.now()} to ${time} microseconds; revert to a snapshot to go back.`,
      });
    }
    this.freeze(time);
  }

  advance(micros: bigint): void {
    this.set(this.now() + micros);
  }

  step(micros: bigint): void {
    if (micros < 0n) {
      throw invalidArgument({
        expected: "0 or more microseconds for the ledger's clock to step",
        found: micros,
      });
    }
    if (micros > 0n) this.freeze();
    this.restore({ ...this.#reading, stepMicros: micros });
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

  reached(time: Micros, signal?: AbortSignal): Promise<void> {
    return this.#reached(time, { signal, keepsAlive: true });
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
    let first = latest;
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

const inRange = (time: Micros): Micros => {
  if (time >= earliest && time <= latest) return time;
  throw invalidArgument({
    expected: "a time in the years 0001 to 9999 for the ledger's clock, in microseconds since 1970",
    found: time,
  });
};
