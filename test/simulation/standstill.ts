/**
 * For how long the process keeps everybody waiting: how long its loop does not go round, but no more than it has the
 * processor, which it shares with others on this machine.
 */
export class Standstill {
  #longest = 0;
  #since = now();
  #next: NodeJS.Immediate;

  constructor() {
    this.#next = setImmediate(this.#look);
  }

  /** The longest since this was asked for, in milliseconds. */
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
  // The clock of a simulation stands still.
  return { clock: Number(process.hrtime.bigint()) / 1e6, processor: (user + system) / 1000 };
};
