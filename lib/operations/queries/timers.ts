import type { LedgerClock, TimeSource } from "../../ledger/port/clock.ts";

/** A source of timers: real time, or simulated time that a test advances. */
export type Timers = Pick<TimeSource, "schedule">;

/**
 * Returns timers of the ledger's clock. While the clock is frozen, they fire only when it is
 * advanced.
 */
export const createClockTimers = (clock: LedgerClock): Timers => ({
  schedule(delayMillis, callback) {
    const cancelled = new AbortController();
    const time = clock.now() + BigInt(delayMillis) * 1000n;
    // The promise rejects if the timer is cancelled or the ledger closes. Then the callback must
    // not run.
    clock.reached(time, cancelled.signal).then(callback, () => undefined);
    return () => cancelled.abort();
  },
});

/** Options of waiting for the items of a stream. */
export interface StreamWaitOptions {
  /** Default: the ledger's clock. */
  readonly timers?: Timers;
  /** If it aborts, the stream fails with its reason. */
  readonly signal?: AbortSignal;
}
