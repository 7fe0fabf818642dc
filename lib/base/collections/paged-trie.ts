import type { BottomMapLayer } from "./layered-map.ts";
import type { StoredMapReader } from "./stored-map-reader.ts";

/** The operations that ImmutableHashMap needs from a trie. */
export interface ImmutableHashMapTrie<K, V> extends BottomMapLayer<
  K,
  V,
  ImmutableHashMapTrie<K, V>
> {
  entries(): Generator<[K, V], void, undefined>;
  /** The part in memory. Present only if the trie is partly in storage. */
  readonly resident?: ImmutableHashMapTrie<K, V>;
}

/** A trie that is only partly in memory. An older entry can be overwritten, but not deleted. */
export class PagedTrie<K, V> implements ImmutableHashMapTrie<K, V> {
  readonly resident: ImmutableHashMapTrie<K, V>;
  readonly #older: StoredMapReader<K, V>;

  constructor(older: StoredMapReader<K, V>, resident: ImmutableHashMapTrie<K, V>) {
    this.#older = older;
    this.resident = resident;
  }

  get size(): number {
    return this.resident.size;
  }

  get(key: K): V | undefined {
    return this.resident.get(key) ?? this.#older.get(key);
  }

  set(key: K, value: V): unknown {
    return this.resident.set(key, value);
  }

  delete(key: K): unknown {
    return this.resident.delete(key);
  }

  clone(): PagedTrie<K, V> {
    return new PagedTrie(this.#older, this.resident.clone());
  }

  entries(): Generator<[K, V], void, undefined> {
    return this.resident.entries();
  }
}
