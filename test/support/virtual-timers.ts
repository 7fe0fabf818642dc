import type { Timers } from "../../lib/api.ts";
import { nextTurn } from "../../lib/base/scheduling/next-turn.ts";

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

/** What took long gives way to others for up to 16 rounds of the loop (long-work.ts): here, for a few times that. */
const rounds = 64;

/** Everything that promises have set off is done, though a machine that is busy made some of it take long. */
export const settled = async (): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) await nextTurn();
};
