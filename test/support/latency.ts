/** How long each of some requests took, of a caller who does no harm while others may. */
export class Latency {
  readonly #ask: () => Promise<unknown>;
  readonly #alone: number[] = [];
  readonly #beside: number[] = [];

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** How long it takes when nobody is in the way, on this machine and as busy as it is with other things. */
  async alone(times = 10): Promise<void> {
    for (let count = 0; count < times; count++) this.#alone.push(await this.#time());
  }

  /** The same beside somebody. */
  async beside(): Promise<void> {
    this.#beside.push(await this.#time());
  }

  /** By how much nine in ten are late at most, in milliseconds. */
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
