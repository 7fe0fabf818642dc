/**
 * The native form of TextMap and GenMap: an immutable map that compares keys like the ledger. Maps
 * from the ledger iterate in key order. `identify` returns equal texts for equal keys.
 */
export class LedgerMap<Key, Item> implements Iterable<readonly [Key, Item]> {
  readonly #identify: (key: Key) => string;
  /**
   * The entries by the text of their key. Public, so that the deep equality of test libraries
   * compares them.
   */
  readonly entriesByKey: ReadonlyMap<string, readonly [Key, Item]>;

  constructor(identify: (key: Key) => string, entries: Iterable<readonly [Key, Item]>) {
    this.#identify = identify;
    this.entriesByKey = new Map([...entries].map((entry) => [identify(entry[0]), entry]));
  }

  get size(): number {
    return this.entriesByKey.size;
  }

  get(key: Key): Item | undefined {
    return this.entriesByKey.get(this.#identify(key))?.[1];
  }

  has(key: Key): boolean {
    return this.entriesByKey.has(this.#identify(key));
  }

  /** Returns a map in which `key` maps to `item`. */
  with(key: Key, item: Item): LedgerMap<Key, Item> {
    return new LedgerMap(this.#identify, [...this, [key, item] as const]);
  }

  /** Returns a map without this key. */
  without(key: Key): LedgerMap<Key, Item> {
    const removed = this.#identify(key);
    return new LedgerMap(
      this.#identify,
      [...this.entriesByKey].flatMap(([id, entry]) => (id === removed ? [] : [entry])),
    );
  }

  keys(): readonly Key[] {
    return [...this.entriesByKey.values()].map(([key]) => key);
  }

  values(): readonly Item[] {
    return [...this.entriesByKey.values()].map(([, item]) => item);
  }

  [Symbol.iterator](): IterableIterator<readonly [Key, Item]> {
    return this.entriesByKey.values();
  }
}
