import { HashTrie } from "./hash-trie.ts";
import { LayeredMap, LayeredMapEditor, type Layers } from "./layered-map.ts";
import type { OlderEntries } from "./older-entries.ts";
import { type HashGround, PartedTrie } from "./parted-trie.ts";

/**
 * An immutable map for very many random texts, such as contract ids: as OrderedMap, but in an order of
 * its own, and faster. `undefined` is not a value.
 */
export class HashedMap<K extends string, V> extends LayeredMap<
  K,
  V,
  HashGround<K, V>,
  HashedMap<K, V>
> {
  static readonly #empty = new HashedMap<never, never>({ ground: new HashTrie() });

  /** Always the same map. */
  static empty<K extends string, V>(): HashedMap<K, V> {
    // It holds nothing, so it is empty at every type.
    return HashedMap.#empty as unknown as HashedMap<K, V>;
  }

  edit(): HashedMapEditor<K, V> {
    return new LayeredMapEditor(this, hashedMap);
  }

  /** The same map, of which the keys `gone` are not held any more, since `older` has them. O(keys that are gone). */
  over(older: OlderEntries<K, V>, gone: Iterable<K> = []): HashedMap<K, V> {
    const ground = this.settled();
    const held = (ground.held ?? ground).clone();
    for (const key of gone) held.delete(key);
    return new HashedMap<K, V>({ ground: new PartedTrie<K, V>(older, held) });
  }

  /**
   * Of what is held in memory, in an order that depends on how the keys hash, and for equal hashes on their history.
   */
  entries(): Generator<[K, V], void, undefined> {
    return this.settled().entries();
  }
}

const hashedMap = <K extends string, V>(layers: Layers<K, V, HashGround<K, V>>): HashedMap<K, V> =>
  new HashedMap(layers);

/** Changes under way to one {@link HashedMap}. */
export type HashedMapEditor<K extends string, V> = LayeredMapEditor<
  K,
  V,
  HashGround<K, V>,
  HashedMap<K, V>
>;
