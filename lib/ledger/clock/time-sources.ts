import type { Micros } from "../../base/identifiers/identifiers.ts";
import type { TimeSource } from "../port/clock.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { getNewestRecordTime } from "../state/synchronizers.ts";

/**
 * Maximum delay of timers, in milliseconds (about 24 days). With a longer delay, a timer would fire
 * at once.
 */
const maxDelayMillis = 2 ** 31 - 1;

/** The machine's clock, with a resolution of one millisecond. */
export const machineTimeSource: TimeSource = {
  now: () => BigInt(Date.now()) * 1000n,
  schedule(delayMillis, callback, keepsAlive = true) {
    const timer = setTimeout(callback, Math.min(Math.max(delayMillis, 0), maxDelayMillis));
    if (!keepsAlive) unrefTimer(timer);
    return () => clearTimeout(timer);
  },
};

/**
 * Allows the process to end while the timer is pending. In browsers, timers are numbers, and do not
 * keep a process alive.
 */
const unrefTimer = (timer: number | { unref(): unknown }): void => {
  if (typeof timer === "object") timer.unref();
};

/**
 * Real time that never goes back. If the machine's clock is set back, this clock continues from its
 * last time at half speed until the machine's clock has caught up. So record times never decrease,
 * and the difference to the machine's clock disappears over time.
 */
export class MonotonicClock implements TimeSource {
  readonly #machine: TimeSource;
  /** The last time that the machine's clock showed. */
  #seen: Micros;
  /** How far this clock is ahead of the machine's clock, in microseconds. */
  #ahead = 0n;

  constructor(machine: TimeSource) {
    this.#machine = machine;
    this.#seen = machine.now();
  }

  now(): Micros {
    const now = this.#machine.now();
    const passed = now - this.#seen;
    this.#seen = now;
    if (passed < 0n) this.#ahead -= passed;
    else if (this.#ahead > 0n) this.#ahead -= minBigInt(this.#ahead, passed / 2n);
    return now + this.#ahead;
  }

  /**
   * Moves the clock forward to the newest record time, which another process with a faster clock
   * may have written.
   */
  advanceToRecordTime(state: Pick<LedgerState, "synchronizers">): void {
    const behind = getNewestRecordTime(state) - this.now();
    if (behind > 0n) this.#ahead += behind;
  }

  schedule(delayMillis: number, callback: () => void, keepsAlive?: boolean): () => void {
    return this.#machine.schedule(delayMillis, callback, keepsAlive);
  }
}

const minBigInt = (left: bigint, right: bigint): bigint => (left < right ? left : right);
