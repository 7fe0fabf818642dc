import BTreeModule from "sorted-btree";

import { LayeredMap, LayeredMapEditor, type Layers } from "./layered-map.ts";
import type { OlderSequence } from "./older-entries.ts";
import { PartedTree, type Tree } from "./parted-tree.ts";

// The package is CommonJS; under nodenext its class arrives as `default` of the module object.
const BTree = BTreeModule.default;

type Key = string | number;

/**
 * One function for both types of keys: a second one would keep the engine from inlining either into
 * the searches of the tree.
 */
const compareKeys = (left: Key, right: Key): number =>
  typeof left === "number" && typeof right === "number"
    ? left - right
    : left === right
      ? 0
      : left < right
        ? -1
        : 1;

/**
 * An immutable sorted map. Every change gives a new map that shares structure with the old one:
 * O(log n) time, and O(log n) extra memory while the old one is kept; see `LayeredMap`. Keys are
 * compared with `<` (code units for strings), so any string is a legal key, `__proto__` included. All
 * keys of a map have one type. `undefined` is not a value, and NaN not a key.
 *
 * The one place that names sorted-btree.
 */
export class OrderedMap<K extends Key, V> extends LayeredMap<K, V, Tree<K, V>, OrderedMap<K, V>> {
  static readonly #empty = new OrderedMap<never, never>({
    ground: new BTree<never, never>(undefined, compareKeys),
  });

  /** Always the same map. */
  static empty<K extends Key, V>(): OrderedMap<K, V> {
    // It holds nothing, so it is empty at every type.
    return OrderedMap.#empty as unknown as OrderedMap<K, V>;
  }

  /** Later entries win. */
  static from<K extends Key, V>(entries: Iterable<readonly [K, V]>): OrderedMap<K, V> {
    const editor = OrderedMap.empty<K, V>().edit();
    for (const [key, value] of entries) editor.set(key, value);
    return editor.close();
  }

  edit(): OrderedMapEditor<K, V> {
    return new LayeredMapEditor(this, orderedMap);
  }

  /**
   * The same map, of which what `older` has is not held any more. O(what is held from then on). What is older can neither be set nor
   * deleted: a map with another beginning takes its place.
   */
  continuing(older: OlderSequence<K, V>): OrderedMap<K, V> {
    const held = new BTree<K, V>(undefined, compareKeys);
    const last = older.maxKey();
    for (const [key, value] of this.heldEntries()) {
      if (last === undefined || key > last) held.set(key, value);
    }
    return new OrderedMap<K, V>({ ground: new PartedTree<K, V>(older, held) });
  }

  /** Those among {@link entries} that are held in memory. */
  heldEntries(): IterableIterator<[K, V]> {
    const tree = this.settled();
    return tree.heldEntries?.() ?? tree.entries();
  }

  minKey(): K | undefined {
    return this.settled().minKey();
  }

  maxKey(): K | undefined {
    return this.settled().maxKey();
  }

  /** Ascending, from the first key ≥ `from` on. Lazy: stopping early costs nothing. */
  entries(from?: K): IterableIterator<[K, V]> {
    return this.settled().entries(from);
  }

  /** Descending, from the last key ≤ `from` on. Lazy. */
  entriesReversed(from?: K): IterableIterator<[K, V]> {
    return this.settled().entriesReversed(from);
  }

  keys(from?: K): IterableIterator<K> {
    return this.settled().keys(from);
  }

  values(from?: K): IterableIterator<V> {
    return this.settled().values(from);
  }
}

const orderedMap = <K extends Key, V>(layers: Layers<K, V, Tree<K, V>>): OrderedMap<K, V> =>
  new OrderedMap(layers);

/** Changes under way to one {@link OrderedMap}. */
export type OrderedMapEditor<K extends Key, V> = LayeredMapEditor<
  K,
  V,
  Tree<K, V>,
  OrderedMap<K, V>
>;
