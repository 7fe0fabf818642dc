import BTreeModule from "sorted-btree";

// The package is CommonJS; under nodenext its class arrives as `default` of the module object.
const BTree = BTreeModule.default;
type Tree<K, V> = InstanceType<typeof BTree<K, V>>;

type Key = string | number;

/**
 * One function for both types of keys: a second one would keep the engine from inlining either into
 * the searches of the tree.
 */
const compareKeys = (left: Key, right: Key): number =>
  typeof left === "number" && typeof right === "number"
    ? left - right
    : left < right
      ? -1
      : left > right
        ? 1
        : 0;

/** Access to the tree inside a map, for this file only. */
let treeOf: <K extends Key, V>(map: OrderedMap<K, V>) => Tree<K, V>;
let mapOf: <K extends Key, V>(tree: Tree<K, V>) => OrderedMap<K, V>;

/**
 * An immutable sorted map. Every change gives a new map that shares structure with the old one:
 * O(log n) time, and O(log n) extra memory while the old one is kept. Keys are compared with `<`
 * (code units for strings), so any string is a legal key, `__proto__` included. All keys of a map
 * have one type. `undefined` is not a value, and NaN not a key.
 *
 * The one place that names sorted-btree.
 */
export class OrderedMap<K extends Key, V> {
  static {
    treeOf = (map) => map.#tree;
    mapOf = (tree) => new OrderedMap(tree);
  }

  static readonly #empty = new OrderedMap<never, never>(
    new BTree<never, never>(undefined, compareKeys),
  );

  readonly #tree: Tree<K, V>;

  private constructor(tree: Tree<K, V>) {
    this.#tree = tree;
  }

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
    if (!this.has(key)) return this;
    const tree = this.#tree.clone();
    tree.delete(key);
    return new OrderedMap(tree);
  }

  /** Applies `change` to what `key` holds; `undefined` removes the key. */
  update(key: K, change: (value: V | undefined) => V | undefined): OrderedMap<K, V> {
    const value = change(this.#tree.get(key));
    return value === undefined ? this.delete(key) : this.set(key, value);
  }

  /** For many changes at once: nodes are copied once, not once per change. */
  edit(): OrderedMapEditor<K, V> {
    return new OrderedMapEditor(this);
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

/**
 * Changes under way to one {@link OrderedMap}, which itself stays as it is. Every change costs
 * O(log n); `close` gives the new map and ends the editor: using it afterwards is a TypeError.
 */
export class OrderedMapEditor<K extends Key, V> {
  readonly #base: OrderedMap<K, V>;
  #tree: Tree<K, V> | undefined;
  #closed = false;

  constructor(base: OrderedMap<K, V>) {
    this.#base = base;
  }

  get(key: K): V | undefined {
    return (this.#tree ?? treeOf(this.#base)).get(key);
  }

  set(key: K, value: V): void {
    this.#writable().set(key, value);
  }

  /** Sets what is not there yet; false, changing nothing, when the key is taken. */
  add(key: K, value: V): boolean {
    return this.#writable().set(key, value, false);
  }

  /** No effect when the key is absent. */
  delete(key: K): void {
    if (this.get(key) !== undefined) this.#writable().delete(key);
  }

  /** The very map it began with when nothing was changed. */
  close(): OrderedMap<K, V> {
    this.#closed = true;
    return this.#tree === undefined ? this.#base : mapOf(this.#tree);
  }

  #writable(): Tree<K, V> {
    // A closed editor shares its tree with a published map.
    if (this.#closed) throw new TypeError("An OrderedMapEditor was changed after close().");
    this.#tree ??= treeOf(this.#base).clone();
    return this.#tree;
  }
}
