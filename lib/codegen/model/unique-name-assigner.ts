/** Assigns names that are unique even if case is ignored. */
export class UniqueNameAssigner {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(Array.from(taken, (name) => name.toLowerCase()));
  }

  /** Returns the name, with as many `_` appended as it needs to be unique. */
  reserveName(name: string): string {
    let free = name;
    while (this.#taken.has(free.toLowerCase())) free += "_";
    this.#taken.add(free.toLowerCase());
    return free;
  }
}
