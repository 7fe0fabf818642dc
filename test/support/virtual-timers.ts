import type { Timers } from "../../lib/api.ts";
import { yieldToEventLoop } from "../../lib/base/scheduling/yield-to-event-loop.ts";

interface Timer {
  readonly dueAt: number;
  readonly callback: () => void;
}

/** Timers whose time the test advances. */
export class VirtualTimers implements Timers {
  #now = 0;
  readonly #timers = new Set<Timer>();

  /** Number of scheduled timers that are neither due nor cancelled. */
  get pending(): number {
    return this.#timers.size;
  }

  schedule(delayMillis: number, callback: () => void): () => void {
    const timer = { dueAt: this.#now + delayMillis, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /**
   * Fires all timers due within `millis`, in order. After each timer, waits until the promises that it
   * triggered are settled.
   */
  async advance(millis: number): Promise<void> {
    const end = this.#now + millis;
    await waitUntilSettled();
    for (;;) {
      const [next] = [...this.#timers].sort((left, right) => left.dueAt - right.dueAt);
      if (next === undefined || next.dueAt > end) break;
      this.#now = next.dueAt;
      this.#timers.delete(next);
      next.callback();
      await waitUntilSettled();
    }
    this.#now = end;
  }
}

/** Work yields for 8 event loop iterations between two slices (yield-to-event-loop.ts), so this waits for several times that. */
const settlingIterations = 64;

/**
 * Waits 64 iterations of the event loop, in which all work that is triggered by promises completes, even on a
 * busy machine.
 */
export const waitUntilSettled = async (): Promise<void> => {
  for (let round = 0; round < settlingIterations; round += 1) await yieldToEventLoop();
};
