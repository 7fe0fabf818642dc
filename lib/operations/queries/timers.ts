import type { LedgerClock, TimeSource } from "../../ledger/port/clock.ts";

/** What waits for a while: real time, or time that a test moves. */
export type Timers = Pick<TimeSource, "schedule">;

/** Waits by the ledger's own clock: a frozen one has to be moved for anything to elapse. */
export const clockTimers = (clock: LedgerClock): Timers => ({
  schedule(delayMillis, callback) {
    const cancelled = new AbortController();
    const time = clock.now() + BigInt(delayMillis) * 1000n;
    // It rejects when cancelled and when the ledger closes: nothing is left to call back then.
    clock.reached(time, cancelled.signal).then(callback, () => undefined);
    return () => cancelled.abort();
  },
});

/** How the items of a stream are waited for. */
export interface StreamOptions {
  /** The ledger's clock when absent. */
  readonly timers?: Timers;
  /** Aborting it ends the stream with the signal's reason as its error. */
  readonly signal?: AbortSignal;
}
