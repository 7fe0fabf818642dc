/** Random numbers from a seed: equal seeds produce equal numbers on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns an integer from 0 to 2^32 - 1 (splitmix32). */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state ^ (this.#state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }

  below(count: number): number {
    return this.next() % count;
  }

  /** Returns true with a probability of 1 / times. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items.length === 0 ? undefined : items[this.below(items.length)];
  }

  /** Returns at least `least` and at most `most` different items. */
  some<Item>(items: readonly Item[], least: number, most: number): readonly Item[] {
    const left = [...items];
    const count = Math.min(left.length, least + this.below(most - least + 1));
    return Array.from({ length: count }, () => left.splice(this.below(left.length), 1)).flat();
  }
}
