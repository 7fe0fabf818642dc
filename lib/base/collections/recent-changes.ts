/** One change of a key, linked to the previous change of the same key. */
export interface Change<V> {
  /** Undefined if the change removes the key. */
  readonly value: V | undefined;
  /** Number of earlier changes, of any key. */
  readonly rank: number;
  readonly earlier: Change<V> | undefined;
}

/**
 * The changes of a map in the order they were made. All versions of the map that descend from each
 * other share them: each version knows how many changes existed when it was created, and ignores
 * later ones. Adding a change takes O(1) time and memory; a tree would copy the path to the changed
 * entry.
 */
export class RecentChanges<K, V> {
  readonly #latest = new Map<K, Change<V>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /**
   * Returns the last of the first `count` changes that has this key; undefined if there is none.
   */
  find(key: K, count: number): Change<V> | undefined {
    let change = this.#latest.get(key);
    while (change !== undefined && change.rank >= count) change = change.earlier;
    return change;
  }

  /** Records a change; `undefined` removes the key. */
  push(key: K, value: V | undefined): void {
    this.#latest.set(key, { value, rank: this.#count++, earlier: this.#latest.get(key) });
  }

  /** Calls `apply` once for each key among the first `count` changes, with its value after them. */
  forEach(count: number, apply: (key: K, value: V | undefined) => void): void {
    for (const key of this.#latest.keys()) {
      const change = this.find(key, count);
      if (change !== undefined) apply(key, change.value);
    }
  }
}
