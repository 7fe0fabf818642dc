import BTreeModule from "sorted-btree";

import { LayeredMap, LayeredMapEditor, type MapLayers } from "./layered-map.ts";
import { PagedTree, type SortedTree } from "./paged-tree.ts";
import type { StoredSortedMapReader } from "./stored-map-reader.ts";

// The package is CommonJS; under nodenext its class is the `default` of the module object.
const BTree = BTreeModule.default;

type ImmutableOrderedMapKey = string | number;

/**
 * Compares two keys, which are both numbers or both strings. One function for both types, because
 * JavaScript engines would inline neither of two functions into the searches of the tree.
 */
const compareKeys = (left: ImmutableOrderedMapKey, right: ImmutableOrderedMapKey): number =>
  typeof left === "number" && typeof right === "number"
    ? left - right
    : left === right
      ? 0
      : left < right
        ? -1
        : 1;

/**
 * An immutable sorted map. Every change returns a new map that shares structure with the old one:
 * O(log n) time, and O(log n) extra memory while the old map is in use; see `LayeredMap`. Keys are
 * compared with `<` (code units for strings), so any string is a legal key, also `__proto__`. All
 * keys of a map have one type. `undefined` cannot be stored as a value, and NaN cannot be a key.
 *
 * This is the only file that imports sorted-btree.
 */
export class ImmutableOrderedMap<K extends ImmutableOrderedMapKey, V> extends LayeredMap<
  K,
  V,
  SortedTree<K, V>,
  ImmutableOrderedMap<K, V>
> {
  static readonly #empty = new ImmutableOrderedMap<never, never>({
    baseMap: new BTree<never, never>(undefined, compareKeys),
  });

  /** Returns the empty map; always the same object. */
  static empty<K extends ImmutableOrderedMapKey, V>(): ImmutableOrderedMap<K, V> {
    // The map has no entries, so it is valid for every type.
    return ImmutableOrderedMap.#empty as unknown as ImmutableOrderedMap<K, V>;
  }

  /** Returns a map with these entries. If a key occurs twice, the later entry wins. */
  static from<K extends ImmutableOrderedMapKey, V>(
    entries: Iterable<readonly [K, V]>,
  ): ImmutableOrderedMap<K, V> {
    const editor = ImmutableOrderedMap.empty<K, V>().edit();
    for (const [key, value] of entries) editor.set(key, value);
    return editor.close();
  }

  edit(): ImmutableOrderedMapEditor<K, V> {
    return new LayeredMapEditor(this, orderedMap);
  }

  /**
   * Returns the same map, but removes the entries of `older` from memory and looks them up in
   * `older` instead. O(entries that stay in memory). The entries of `older` can be neither set nor
   * deleted; to remove some of them, call this method again with another `older`.
   */
  withOlder(older: StoredSortedMapReader<K, V>): ImmutableOrderedMap<K, V> {
    const resident = new BTree<K, V>(undefined, compareKeys);
    const last = older.maxKey();
    for (const [key, value] of this.residentEntries()) {
      if (last === undefined || key > last) resident.set(key, value);
    }
    return new ImmutableOrderedMap<K, V>({ baseMap: new PagedTree<K, V>(older, resident) });
  }

  /** Yields the entries that are in memory. */
  residentEntries(): IterableIterator<[K, V]> {
    const tree = this.merged();
    return tree.residentEntries?.() ?? tree.entries();
  }

  minKey(): K | undefined {
    return this.merged().minKey();
  }

  maxKey(): K | undefined {
    return this.merged().maxKey();
  }

  /**
   * Yields entries in ascending order, from the first key ≥ `from`. Lazy: the caller may stop early
   * at no cost.
   */
  entries(from?: K): IterableIterator<[K, V]> {
    return this.merged().entries(from);
  }

  /** Yields entries in descending order, from the last key ≤ `from`. Lazy. */
  entriesReversed(from?: K): IterableIterator<[K, V]> {
    return this.merged().entriesReversed(from);
  }

  keys(from?: K): IterableIterator<K> {
    return this.merged().keys(from);
  }

  values(from?: K): IterableIterator<V> {
    return this.merged().values(from);
  }
}

const orderedMap = <K extends ImmutableOrderedMapKey, V>(
  layers: MapLayers<K, V, SortedTree<K, V>>,
): ImmutableOrderedMap<K, V> => new ImmutableOrderedMap(layers);

/** Collects changes to an {@link ImmutableOrderedMap}. */
export type ImmutableOrderedMapEditor<K extends ImmutableOrderedMapKey, V> = LayeredMapEditor<
  K,
  V,
  SortedTree<K, V>,
  ImmutableOrderedMap<K, V>
>;
