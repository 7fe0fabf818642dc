import BTreeModule from "sorted-btree";
import { RecentChanges } from "./recent-changes.ts";

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

/** So many changes are noted before they are put into the tree, all at once. */
const maxNoted = 64;

/** Access to what is inside a map, for this file only. */
let treeOf: <K extends Key, V>(map: OrderedMap<K, V>) => Tree<K, V>;
let changesOf: <K extends Key, V>(map: OrderedMap<K, V>) => RecentChanges<K, V> | undefined;
let countOf: <K extends Key, V>(map: OrderedMap<K, V>) => number;
let settledTreeOf: <K extends Key, V>(map: OrderedMap<K, V>) => Tree<K, V>;
let mapOf: <K extends Key, V>(parts: Parts<K, V>) => OrderedMap<K, V>;

/** What a map is made of. */
interface Parts<K extends Key, V> {
  readonly tree: Tree<K, V>;
  /** Absent when all there is is in the tree. */
  readonly changes: RecentChanges<K, V> | undefined;
  /** How many of the changes are of this version. */
  readonly count: number;
  readonly size: number;
}

/**
 * An immutable sorted map. Every change gives a new map that shares structure with the old one:
 * O(log n) time, and O(log n) extra memory while the old one is kept. Most changes are only noted, which
 * is O(1); they are put into the tree together when there are many, or when somebody walks the map.
 * Keys are compared with `<` (code units for strings), so any string is a legal key, `__proto__`
 * included. All keys of a map have one type. `undefined` is not a value, and NaN not a key.
 *
 * The one place that names sorted-btree.
 */
export class OrderedMap<K extends Key, V> {
  static {
    treeOf = (map) => map.#tree;
    changesOf = (map) => map.#changes;
    countOf = (map) => map.#count;
    settledTreeOf = (map) => map.#settled();
    mapOf = (parts) => new OrderedMap(parts);
  }

  static readonly #empty = new OrderedMap<never, never>({
    tree: new BTree<never, never>(undefined, compareKeys),
    changes: undefined,
    count: 0,
    size: 0,
  });

  readonly size: number;
  // What the map holds stays the same. How it is held may change: see #settled.
  #tree: Tree<K, V>;
  #changes: RecentChanges<K, V> | undefined;
  #count: number;

  private constructor({ tree, changes, count, size }: Parts<K, V>) {
    this.size = size;
    this.#tree = tree;
    this.#changes = changes;
    this.#count = count;
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

  get(key: K): V | undefined {
    const change = this.#changes?.find(key, this.#count);
    return change === undefined ? this.#tree.get(key) : change.value;
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  set(key: K, value: V): OrderedMap<K, V> {
    const editor = this.edit();
    editor.set(key, value);
    return editor.close();
  }

  delete(key: K): OrderedMap<K, V> {
    const editor = this.edit();
    editor.delete(key);
    return editor.close();
  }

  /** Applies `change` to what `key` holds; `undefined` removes the key. */
  update(key: K, change: (value: V | undefined) => V | undefined): OrderedMap<K, V> {
    const value = change(this.get(key));
    return value === undefined ? this.delete(key) : this.set(key, value);
  }

  /** For many changes at once: nodes are copied once, not once per change. */
  edit(): OrderedMapEditor<K, V> {
    return new OrderedMapEditor(this);
  }

  minKey(): K | undefined {
    return this.#settled().minKey();
  }

  maxKey(): K | undefined {
    return this.#settled().maxKey();
  }

  /** Ascending, from the first key ≥ `from` on. Lazy: stopping early costs nothing. */
  entries(from?: K): IterableIterator<[K, V]> {
    return this.#settled().entries(from);
  }

  /** Descending, from the last key ≤ `from` on. Lazy. */
  entriesReversed(from?: K): IterableIterator<[K, V]> {
    return this.#settled().entriesReversed(from);
  }

  keys(from?: K): IterableIterator<K> {
    return this.#settled().keys(from);
  }

  values(from?: K): IterableIterator<V> {
    return this.#settled().values(from);
  }

  /** The tree, once all changes are in it. */
  #settled(): Tree<K, V> {
    if (this.#changes !== undefined) {
      this.#tree = withChanges(this.#tree, this.#changes, this.#count);
      this.#changes = undefined;
      this.#count = 0;
    }
    return this.#tree;
  }
}

const withChanges = <K extends Key, V>(
  tree: Tree<K, V>,
  changes: RecentChanges<K, V>,
  count: number,
): Tree<K, V> => {
  const changed = tree.clone();
  changes.forEach(count, (key, value) => putInto(changed, key, value));
  return changed;
};

const putInto = <K extends Key, V>(tree: Tree<K, V>, key: K, value: V | undefined): void => {
  if (value !== undefined) tree.set(key, value);
  // Deleting copies the path even where there is nothing to delete.
  else if (tree.get(key) !== undefined) tree.delete(key);
};

/**
 * Changes under way to one {@link OrderedMap}, which itself stays as it is. Every change costs
 * O(log n); `close` gives the new map and ends the editor: using it afterwards is a TypeError.
 */
export class OrderedMapEditor<K extends Key, V> {
  readonly #base: OrderedMap<K, V>;
  #size: number;
  #tree: Tree<K, V>;
  /** Whether the tree is this editor's own, to be changed. Then nothing is noted any more. */
  #isOwnTree = false;
  #changes: RecentChanges<K, V> | undefined;
  #count: number;
  #state: "unchanged" | "changed" | "closed" = "unchanged";

  constructor(base: OrderedMap<K, V>) {
    this.#base = base;
    this.#size = base.size;
    this.#tree = treeOf(base);
    this.#changes = changesOf(base);
    this.#count = countOf(base);
  }

  get(key: K): V | undefined {
    const change = this.#changes?.find(key, this.#count);
    return change === undefined ? this.#tree.get(key) : change.value;
  }

  set(key: K, value: V): void {
    const isNew = this.get(key) === undefined;
    this.#change(key, value);
    if (isNew) this.#size++;
  }

  /** Sets what is not there yet; false, changing nothing, when the key is taken. */
  add(key: K, value: V): boolean {
    if (this.get(key) !== undefined) return false;
    this.#change(key, value);
    this.#size++;
    return true;
  }

  /** No effect when the key is absent. */
  delete(key: K): void {
    if (this.get(key) === undefined) return;
    this.#change(key, undefined);
    this.#size--;
  }

  /** The very map it began with when nothing was changed. */
  close(): OrderedMap<K, V> {
    const isUnchanged = this.#state === "unchanged";
    this.#state = "closed";
    if (isUnchanged) return this.#base;
    const [tree, changes, count, size] = [this.#tree, this.#changes, this.#count, this.#size];
    return mapOf({ tree, changes, count, size });
  }

  #change(key: K, value: V | undefined): void {
    // A closed editor shares what it has with a published map.
    if (this.#state === "closed")
      throw new TypeError("An OrderedMapEditor was changed after close().");
    this.#makeRoom();
    this.#state = "changed";
    if (this.#isOwnTree) return putInto(this.#tree, key, value);
    this.#changes ??= new RecentChanges();
    this.#changes.push(key, value);
    this.#count++;
  }

  /** Changes go into a tree when there are many, and when another version has made others since. */
  #makeRoom(): void {
    const changes = this.#changes;
    if (changes === undefined) return;
    if (changes.count === this.#count && this.#count < maxNoted) return;
    if (this.#state === "unchanged") {
      // The map that is changed keeps the tree, for the next one that changes it.
      this.#tree = settledTreeOf(this.#base);
    } else {
      this.#tree = withChanges(this.#tree, changes, this.#count);
      this.#isOwnTree = true;
    }
    this.#changes = undefined;
    this.#count = 0;
  }
}
