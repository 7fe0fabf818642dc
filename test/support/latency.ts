/** Measures how long an honest caller's requests take, alone and during an attack. */
export class Latency {
  readonly #ask: () => Promise<unknown>;
  readonly #alone: number[] = [];
  readonly #beside: number[] = [];

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Measures requests without an attack, as a baseline for this machine and its load. */
  async alone(times = 10): Promise<void> {
    for (let count = 0; count < times; count++) this.#alone.push(await this.#time());
  }

  /** Measures a request during an attack. */
  async beside(): Promise<void> {
    this.#beside.push(await this.#time());
  }

  /** The delay of the 90th percentile compared with the baseline, in milliseconds. */
  get delay(): number {
    return ninetieth(this.#beside) - 4 * ninetieth(this.#alone);
  }

  async #time(): Promise<number> {
    const begin = performance.now();
    await this.#ask();
    return performance.now() - begin;
  }
}

const ninetieth = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.9)] ?? 0;
