import BTreeModule from "sorted-btree";

// The package is CommonJS; under nodenext its class arrives as `default` of the module object.
const BTree = BTreeModule.default;
type BinaryTree<K, V> = InstanceType<typeof BTree<K, V>>;

/**
 * An immutable sorted map with a comparison function, for Daml's TextMap and GenMap. Changes take O(log n)
 * and share structure.
 */
export class ImmutableSortedMap<K, V> {
  readonly #tree: BinaryTree<K, V>;

  private constructor(tree: BinaryTree<K, V>) {
    this.#tree = tree;
  }

  static from<K, V>(
    entries: Iterable<readonly [K, V]>,
    compare: (left: K, right: K) => number,
  ): ImmutableSortedMap<K, V> {
    const tree = new BTree<K, V>(undefined, compare);
    for (const [key, value] of entries) tree.set(key, value);
    return new ImmutableSortedMap(tree);
  }

  get size(): number {
    return this.#tree.size;
  }

  get(key: K): V | undefined {
    return this.#tree.get(key);
  }

  set(key: K, value: V): ImmutableSortedMap<K, V> {
    const tree = this.#tree.clone();
    tree.set(key, value);
    return new ImmutableSortedMap(tree);
  }

  delete(key: K): ImmutableSortedMap<K, V> {
    const tree = this.#tree.clone();
    tree.delete(key);
    return new ImmutableSortedMap(tree);
  }

  /** Returns the entries in ascending order. */
  entries(): [K, V][] {
    return this.#tree.toArray();
  }
}
