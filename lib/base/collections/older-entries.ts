/** What of a map is not held, but looked up where it is kept. It never changes. */
export interface OlderEntries<K, V> {
  get(key: K): V | undefined;
}

/** The beginning of a map by ascending keys: what is held has larger ones. */
export interface OlderSequence<K, V> extends OlderEntries<K, V> {
  readonly size: number;
  minKey(): K | undefined;
  maxKey(): K | undefined;
  /** Ascending, from the first key ≥ `from` on. Lazy. */
  entries(from?: K): Generator<[K, V], void, undefined>;
  /** Descending, from the last key ≤ `from` on. Lazy. */
  entriesReversed(from?: K): Generator<[K, V], void, undefined>;
}
