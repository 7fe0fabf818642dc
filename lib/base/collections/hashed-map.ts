import { HashTrie } from "./hash-trie.ts";
import { LayeredMap, LayeredMapEditor, type Layers } from "./layered-map.ts";
import type { OlderEntries } from "./older-entries.ts";
import { type HashBaseMap, PagedTrie } from "./paged-trie.ts";

/**
 * An immutable map for very many random text keys, such as contract ids. Faster than OrderedMap,
 * but entries are not sorted. `undefined` cannot be stored as a value.
 */
export class HashedMap<K extends string, V> extends LayeredMap<
  K,
  V,
  HashBaseMap<K, V>,
  HashedMap<K, V>
> {
  static readonly #empty = new HashedMap<never, never>({ baseMap: new HashTrie() });

  /** Returns the empty map; always the same object. */
  static empty<K extends string, V>(): HashedMap<K, V> {
    // The map has no entries, so it is valid for every type.
    return HashedMap.#empty as unknown as HashedMap<K, V>;
  }

  edit(): HashedMapEditor<K, V> {
    return new LayeredMapEditor(this, hashedMap);
  }

  /**
   * Returns the same map, but without the keys `gone` in memory, because `older` has them. O(number
   * of keys in `gone`).
   */
  withOlder(older: OlderEntries<K, V>, gone: Iterable<K> = []): HashedMap<K, V> {
    const baseMap = this.merged();
    const resident = (baseMap.resident ?? baseMap).clone();
    for (const key of gone) resident.delete(key);
    return new HashedMap<K, V>({ baseMap: new PagedTrie<K, V>(older, resident) });
  }

  /**
   * Yields the entries that are in memory. The order depends on the hashes, and for equal hashes on
   * the order of the changes.
   */
  entries(): Generator<[K, V], void, undefined> {
    return this.merged().entries();
  }
}

const hashedMap = <K extends string, V>(layers: Layers<K, V, HashBaseMap<K, V>>): HashedMap<K, V> =>
  new HashedMap(layers);

/** Pending changes to a {@link HashedMap}. */
export type HashedMapEditor<K extends string, V> = LayeredMapEditor<
  K,
  V,
  HashBaseMap<K, V>,
  HashedMap<K, V>
>;
