import type { Micros } from "../../base/identifiers/identifiers.ts";
import type { TimeSource } from "../port/clock.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { newestRecordTime } from "../state/record-time.ts";

/** Real time, in milliseconds. */
export const machineTime: TimeSource = {
  now: () => BigInt(Date.now()) * 1000n,
  schedule(delayMillis, callback, keepsAlive = true) {
    const timer = setTimeout(callback, delayMillis);
    if (!keepsAlive) letProcessEnd(timer);
    return () => clearTimeout(timer);
  },
};

/** In browsers, timers are numbers and keep nothing alive. */
const letProcessEnd = (timer: number | { unref(): unknown }): void => {
  if (typeof timer === "object") timer.unref();
};

/**
 * Real time that never goes back. If the machine's clock does, this one goes on from where it was, half as fast, until the machine has
 * caught up. So timers do not wait for as long as the machine jumped back, and record times never decrease.
 */
export class SteadyTime implements TimeSource {
  readonly #machine: TimeSource;
  /** The machine's time when it was read last. */
  #seen: Micros;
  /** How far this time is ahead of the machine's. */
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

  /** Goes on from the newest record time if that is later: another process, whose clock is ahead, may have written it. */
  startWith(state: Pick<LedgerState, "synchronizers">): void {
    const behind = newestRecordTime(state) - this.now();
    if (behind > 0n) this.#ahead += behind;
  }

  schedule(delayMillis: number, callback: () => void, keepsAlive?: boolean): () => void {
    return this.#machine.schedule(delayMillis, callback, keepsAlive);
  }
}

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right);
