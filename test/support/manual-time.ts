import type { TimeSource } from "../../lib/index.ts";
import { VirtualTimers } from "./virtual-timers.ts";

/** A time source that the test advances. */
export class ManualTime implements TimeSource {
  readonly #timers = new VirtualTimers();
  #now: bigint;

  constructor(now = 1_000_000n) {
    this.#now = now;
  }

  get pending(): number {
    return this.#timers.pending;
  }

  now(): bigint {
    return this.#now;
  }

  schedule(delayMillis: number, callback: () => void): () => void {
    return this.#timers.schedule(delayMillis, callback);
  }

  async advance(millis: number): Promise<void> {
    this.#now += BigInt(millis) * 1000n;
    await this.#timers.advance(millis);
  }
}
