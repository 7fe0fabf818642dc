import type { Micros } from "../../ground/identifiers/identifiers.ts";
import type { TimeSource } from "../port/clock.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { newestRecordTime } from "../state/record-time.ts";

/**
 * A machine's time that never goes back. Where the machine's does, whoever set it, this one goes on from where it was,
 * half as fast until the machine has caught up: what waits for a time is not kept waiting for as long as the
 * machine jumped, and what was written is never later than what is about to be.
 */
export class SteadyTime implements TimeSource {
  readonly #machine: TimeSource;
  /** Of the machine, when it was last asked. */
  #seen: Micros;
  /** How far ahead of the machine this time is. */
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

  /** Goes on from what a ledger has been told of, if it is earlier: others may write whose time is ahead. */
  startWith(state: Pick<LedgerState, "synchronizers">): void {
    const behind = newestRecordTime(state) - this.now();
    if (behind > 0n) this.#ahead += behind;
  }

  schedule(delayMillis: number, callback: () => void, keepsAlive?: boolean): () => void {
    return this.#machine.schedule(delayMillis, callback, keepsAlive);
  }
}

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right);
