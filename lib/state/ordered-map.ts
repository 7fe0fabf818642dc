import BTreeModule from "sorted-btree";

// The package is CommonJS; under nodenext its class arrives as `default` of the module object.
const BTree = BTreeModule.default;
type Tree<K, V> = InstanceType<typeof BTree<K, V>>;

type Key = string | number;

const byKey = (left: Key, right: Key): number => (left < right ? -1 : left > right ? 1 : 0);

/**
 * An immutable sorted map. Every change gives a new map that shares structure with the old one:
 * O(log n) time, and O(log n) extra memory while the old one is kept. Keys are compared with `<`
 * (code units for strings), so any string is a legal key, `__proto__` included.
 *
 * The one place that names sorted-btree.
 */
export class OrderedMap<K extends Key, V> {
  readonly #tree: Tree<K, V>;

  private constructor(tree: Tree<K, V>) {
    this.#tree = tree;
  }

  static empty<K extends Key, V>(): OrderedMap<K, V> {
    return new OrderedMap<K, V>(new BTree<K, V>(undefined, byKey));
  }

  static from<K extends Key, V>(entries: Iterable<readonly [K, V]>): OrderedMap<K, V> {
    const tree = new BTree<K, V>(undefined, byKey);
    for (const [key, value] of entries) tree.set(key, value);
    return new OrderedMap(tree);
  }

  get size(): number {
    return this.#tree.size;
  }

  get(key: K): V | undefined {
    return this.#tree.get(key);
  }

  has(key: K): boolean {
    return this.#tree.has(key);
  }

  set(key: K, value: V): OrderedMap<K, V> {
    const tree = this.#tree.clone();
    tree.set(key, value);
    return new OrderedMap(tree);
  }

  delete(key: K): OrderedMap<K, V> {
    if (!this.#tree.has(key)) return this;
    const tree = this.#tree.clone();
    tree.delete(key);
    return new OrderedMap(tree);
  }

  /** Applies `change` to what `key` holds; `undefined` removes the key. */
  update(key: K, change: (value: V | undefined) => V | undefined): OrderedMap<K, V> {
    const value = change(this.#tree.get(key));
    return value === undefined ? this.delete(key) : this.set(key, value);
  }

  minKey(): K | undefined {
    return this.#tree.minKey();
  }

  maxKey(): K | undefined {
    return this.#tree.maxKey();
  }

  /** Ascending, from the first key ≥ `from` on. Lazy: stopping early costs nothing. */
  entries(from?: K): IterableIterator<[K, V]> {
    return this.#tree.entries(from);
  }

  /** Descending, from the last key ≤ `from` on. Lazy. */
  entriesReversed(from?: K): IterableIterator<[K, V]> {
    return this.#tree.entriesReversed(from);
  }

  keys(from?: K): IterableIterator<K> {
    return this.#tree.keys(from);
  }

  values(from?: K): IterableIterator<V> {
    return this.#tree.values(from);
  }
}
