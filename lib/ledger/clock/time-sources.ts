import type { Micros } from "../../base/identifiers/identifiers.ts";
import type { TimeSource } from "../port/clock.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { newestRecordTime } from "../state/synchronizers.ts";

/** Maximum delay of timers: about 24 days, in milliseconds. Longer timers would run at once. */
const maxDelayMillis = 2 ** 31 - 1;

/** Real time of the machine, with a resolution of one millisecond. */
export const machineTime: TimeSource = {
  now: () => BigInt(Date.now()) * 1000n,
  schedule(delayMillis, callback, keepsAlive = true) {
    const timer = setTimeout(callback, Math.min(Math.max(delayMillis, 0), maxDelayMillis));
    if (!keepsAlive) letProcessEnd(timer);
    return () => clearTimeout(timer);
  },
};

/**
 * Lets the process end while the timer is pending. Timers of browsers are numbers and keep nothing
 * alive.
 */
const letProcessEnd = (timer: number | { unref(): unknown }): void => {
  if (typeof timer === "object") timer.unref();
};

/**
 * Real time that never goes back. If the machine's clock is set back, this clock continues from its
 * last time at half speed until the machine has caught up. So record times never decrease, and
 * timers do not wait for the whole time that the machine went back.
 */
export class MonotonicClock implements TimeSource {
  readonly #machine: TimeSource;
  /** The last time that the machine's clock showed. */
  #seen: Micros;
  /** Difference between this time and the machine's, in microseconds. */
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
    else if (this.#ahead > 0n) this.#ahead -= smaller(this.#ahead, passed / 2n);
    return now + this.#ahead;
  }

  /**
   * Moves the clock to the newest record time if that is later. Another process with a faster clock
   * may have written it.
   */
  advanceToRecordTime(state: Pick<LedgerState, "synchronizers">): void {
    const behind = newestRecordTime(state) - this.now();
    if (behind > 0n) this.#ahead += behind;
  }

  schedule(delayMillis: number, callback: () => void, keepsAlive?: boolean): () => void {
    return this.#machine.schedule(delayMillis, callback, keepsAlive);
  }
}

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right);
