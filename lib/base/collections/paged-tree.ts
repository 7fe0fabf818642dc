import type { BottomMapLayer } from "./layered-map.ts";
import type { StoredSortedMapReader } from "./stored-map-reader.ts";

/**
 * The operations that `ImmutableOrderedMap` needs from a tree. (The types of sorted-btree cannot be used
 * here: every user of this library would need its type declarations.)
 */
export interface SortedTree<K, V> extends BottomMapLayer<K, V, SortedTree<K, V>> {
  minKey(): K | undefined;
  maxKey(): K | undefined;
  entries(from?: K): IterableIterator<[K, V]>;
  entriesReversed(from?: K): IterableIterator<[K, V]>;
  keys(from?: K): IterableIterator<K>;
  values(from?: K): IterableIterator<V>;
  /** Yields the entries in memory. Present only if the tree is partly in storage. */
  residentEntries?(): IterableIterator<[K, V]>;
}

/**
 * A sorted tree with only its last entries in memory. The older entries can be neither set nor
 * deleted.
 */
export class PagedTree<K, V> implements SortedTree<K, V> {
  readonly older: StoredSortedMapReader<K, V>;
  readonly #resident: SortedTree<K, V>;

  constructor(older: StoredSortedMapReader<K, V>, resident: SortedTree<K, V>) {
    this.older = older;
    this.#resident = resident;
  }

  get size(): number {
    return this.older.size + this.#resident.size;
  }

  get(key: K): V | undefined {
    return this.#resident.get(key) ?? this.older.get(key);
  }

  set(key: K, value: V): unknown {
    return this.#resident.set(key, value);
  }

  delete(key: K): unknown {
    return this.#resident.delete(key);
  }

  clone(): PagedTree<K, V> {
    return new PagedTree(this.older, this.#resident.clone());
  }

  minKey(): K | undefined {
    return this.older.minKey() ?? this.#resident.minKey();
  }

  maxKey(): K | undefined {
    return this.#resident.maxKey() ?? this.older.maxKey();
  }

  *entries(from?: K): Generator<[K, V], void, undefined> {
    yield* this.older.entries(from);
    yield* this.#resident.entries(from);
  }

  *entriesReversed(from?: K): Generator<[K, V], void, undefined> {
    yield* this.#resident.entriesReversed(from);
    yield* this.older.entriesReversed(from);
  }

  residentEntries(): IterableIterator<[K, V]> {
    return this.#resident.entries();
  }

  *keys(from?: K): Generator<K, void, undefined> {
    for (const [key] of this.entries(from)) yield key;
  }

  *values(from?: K): Generator<V, void, undefined> {
    for (const [, value] of this.entries(from)) yield value;
  }
}
