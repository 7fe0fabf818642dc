/**
 * Measures how long the event loop is blocked. The result is at most the processor time of this process, so
 * that other processes on the machine do not count.
 */
export class BlockedTime {
  #longest = 0;
  #since = now();
  #next: NodeJS.Immediate;

  constructor() {
    this.#next = setImmediate(this.#look);
  }

  /** Returns the longest blocked time since the last call, in milliseconds. */
  take(): number {
    this.#measure();
    const longest = this.#longest;
    this.#longest = 0;
    return longest;
  }

  end(): void {
    clearImmediate(this.#next);
  }

  readonly #look = (): void => {
    this.#measure();
    this.#next = setImmediate(this.#look);
  };

  #measure(): void {
    const [since, present] = [this.#since, now()];
    this.#since = present;
    const lasted = Math.min(present.clock - since.clock, present.processor - since.processor);
    this.#longest = Math.max(this.#longest, lasted);
  }
}

const now = (): { readonly clock: number; readonly processor: number } => {
  const { user, system } = process.cpuUsage();
  // The simulation's own clock is frozen.
  return { clock: Number(process.hrtime.bigint()) / 1e6, processor: (user + system) / 1000 };
};
