import type { Ground } from "./layered-map.ts";
import type { OlderSequence } from "./older-entries.ts";

/**
 * The operations that OrderedMap needs from a tree. With the types of sorted-btree, every user of
 * this library would need its type declarations.
 */
export interface Tree<K, V> extends Ground<K, V, Tree<K, V>> {
  minKey(): K | undefined;
  maxKey(): K | undefined;
  entries(from?: K): IterableIterator<[K, V]>;
  entriesReversed(from?: K): IterableIterator<[K, V]>;
  keys(from?: K): IterableIterator<K>;
  values(from?: K): IterableIterator<V>;
  /** Yields the entries in memory. Present only if the tree is partly in storage. */
  heldEntries?(): IterableIterator<[K, V]>;
}

/**
 * A sorted tree with only its last entries in memory. The older entries can be neither set nor
 * deleted.
 */
export class PartedTree<K, V> implements Tree<K, V> {
  readonly older: OlderSequence<K, V>;
  readonly #held: Tree<K, V>;

  constructor(older: OlderSequence<K, V>, held: Tree<K, V>) {
    this.older = older;
    this.#held = held;
  }

  get size(): number {
    return this.older.size + this.#held.size;
  }

  get(key: K): V | undefined {
    return this.#held.get(key) ?? this.older.get(key);
  }

  set(key: K, value: V): unknown {
    return this.#held.set(key, value);
  }

  delete(key: K): unknown {
    return this.#held.delete(key);
  }

  clone(): PartedTree<K, V> {
    return new PartedTree(this.older, this.#held.clone());
  }

  minKey(): K | undefined {
    return this.older.minKey() ?? this.#held.minKey();
  }

  maxKey(): K | undefined {
    return this.#held.maxKey() ?? this.older.maxKey();
  }

  *entries(from?: K): Generator<[K, V], void, undefined> {
    yield* this.older.entries(from);
    yield* this.#held.entries(from);
  }

  *entriesReversed(from?: K): Generator<[K, V], void, undefined> {
    yield* this.#held.entriesReversed(from);
    yield* this.older.entriesReversed(from);
  }

  heldEntries(): IterableIterator<[K, V]> {
    return this.#held.entries();
  }

  *keys(from?: K): Generator<K, void, undefined> {
    for (const [key] of this.entries(from)) yield key;
  }

  *values(from?: K): Generator<V, void, undefined> {
    for (const [, value] of this.entries(from)) yield value;
  }
}
