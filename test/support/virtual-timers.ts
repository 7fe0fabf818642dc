import type { Timers } from "../../lib/operations/queries/timers.ts";

interface Timer {
  readonly dueAt: number;
  readonly callback: () => void;
}

/** Time that passes when the test says so. */
export class VirtualTimers implements Timers {
  #now = 0;
  readonly #timers = new Set<Timer>();

  /** How many have been scheduled and neither came due nor were cancelled. */
  get pending(): number {
    return this.#timers.size;
  }

  schedule(delayMillis: number, callback: () => void): () => void {
    const timer = { dueAt: this.#now + delayMillis, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Calls back whatever is due within `millis`, in order, each time letting others react to it. */
  async pass(millis: number): Promise<void> {
    const end = this.#now + millis;
    await settled();
    for (;;) {
      const [next] = [...this.#timers].sort((left, right) => left.dueAt - right.dueAt);
      if (next === undefined || next.dueAt > end) break;
      this.#now = next.dueAt;
      this.#timers.delete(next);
      next.callback();
      await settled();
    }
    this.#now = end;
  }
}

/** Everything that promises have set off is done. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
