/** Names that are given once each, also where case does not count. */
export class FreeNames {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(Array.from(taken, (name) => name.toLowerCase()));
  }

  /** The name, with as many `_` behind it as it takes. */
  take(name: string): string {
    let free = name;
    while (this.#taken.has(free.toLowerCase())) free += "_";
    this.#taken.add(free.toLowerCase());
    return free;
  }
}
