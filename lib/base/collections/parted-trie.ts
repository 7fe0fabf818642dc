import type { Ground } from "./layered-map.ts";
import type { OlderEntries } from "./older-entries.ts";

/** The operations that HashedMap needs from a trie. */
export interface HashGround<K, V> extends Ground<K, V, HashGround<K, V>> {
  entries(): Generator<[K, V], void, undefined>;
  /** The part in memory. Present only if the trie is partly in storage. */
  readonly held?: HashGround<K, V>;
}

/** A trie that is only partly in memory. An older entry can be overwritten, but not deleted. */
export class PartedTrie<K, V> implements HashGround<K, V> {
  readonly held: HashGround<K, V>;
  readonly #older: OlderEntries<K, V>;

  constructor(older: OlderEntries<K, V>, held: HashGround<K, V>) {
    this.#older = older;
    this.held = held;
  }

  get size(): number {
    return this.held.size;
  }

  get(key: K): V | undefined {
    return this.held.get(key) ?? this.#older.get(key);
  }

  set(key: K, value: V): unknown {
    return this.held.set(key, value);
  }

  delete(key: K): unknown {
    return this.held.delete(key);
  }

  clone(): PartedTrie<K, V> {
    return new PartedTrie(this.#older, this.held.clone());
  }

  entries(): Generator<[K, V], void, undefined> {
    return this.held.entries();
  }
}
