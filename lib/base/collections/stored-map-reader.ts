/** The entries of a map that are not in memory, but are looked up in storage. They never change. */
export interface StoredMapReader<K, V> {
  get(key: K): V | undefined;
}

/** The first part of a sorted map, which is not in memory. All keys in memory are larger. */
export interface StoredSortedMapReader<K, V> extends StoredMapReader<K, V> {
  readonly size: number;
  minKey(): K | undefined;
  maxKey(): K | undefined;
  /** Yields entries in ascending order, from the first key ≥ `from`. Lazy. */
  entries(from?: K): Generator<[K, V], void, undefined>;
  /** Yields entries in descending order, from the last key ≤ `from`. Lazy. */
  entriesReversed(from?: K): Generator<[K, V], void, undefined>;
}
