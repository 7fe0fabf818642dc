/** What a key holds since one change, and since which it held something else before. */
export interface Change<V> {
  /** Undefined: the key is gone. */
  readonly value: V | undefined;
  /** How many changes of any key came before. */
  readonly rank: number;
  readonly earlier: Change<V> | undefined;
}

/**
 * Changes of a map, in the order they were made. Versions of the map that grew out of one another share
 * them: each knows how many were made when it came to be, and sees no later ones. O(1) in time and
 * memory, where a tree copies the path to what changes.
 */
export class RecentChanges<K, V> {
  readonly #latest = new Map<K, Change<V>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** What the first `count` changes say of the key; undefined when it is in none of them. */
  find(key: K, count: number): Change<V> | undefined {
    let change = this.#latest.get(key);
    while (change !== undefined && change.rank >= count) change = change.earlier;
    return change;
  }

  /** `undefined` removes the key. */
  push(key: K, value: V | undefined): void {
    this.#latest.set(key, { value, rank: this.#count++, earlier: this.#latest.get(key) });
  }

  /** Every key among the first `count` changes, once, and what it holds after them. */
  forEach(count: number, apply: (key: K, value: V | undefined) => void): void {
    for (const key of this.#latest.keys()) {
      const change = this.find(key, count);
      if (change !== undefined) apply(key, change.value);
    }
  }
}
