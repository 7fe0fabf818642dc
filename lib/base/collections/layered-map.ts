/**
 * The map to which the recorded changes of a {@link LayeredMap} are applied. `undefined` cannot be
 * stored as a value.
 */
export interface BottomMapLayer<K, V, G> {
  readonly size: number;
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
  /** Removes the key. Does nothing if the key is absent. */
  delete(key: K): unknown;
  /** Returns an independent copy in O(1): changes to one do not appear in the other. */
  clone(): G;
}

/** The parts of one version of a map. */
export interface MapLayers<K, V, G> {
  readonly baseMap: G;
  /** The changes that are not yet applied to the base map; absent if there are none. */
  readonly changes?: SharedMapChanges<K, V> | undefined;
  /**
   * How many of the changes, counted from the first, belong to this version. The later ones belong
   * to other versions.
   */
  readonly count?: number;
}

/** Maximum number of changes that are recorded before they are applied to the base map. */
const maxRecorded = 256;

/** Functions that give this file access to the private fields of a map. */
let readBaseMap: <K, V, G extends BottomMapLayer<K, V, G>, M>(map: LayeredMap<K, V, G, M>) => G;
let readRecentChanges: <K, V, G extends BottomMapLayer<K, V, G>, M>(
  map: LayeredMap<K, V, G, M>,
) => SharedMapChanges<K, V> | undefined;
let readChangeCount: <K, V, G extends BottomMapLayer<K, V, G>, M>(
  map: LayeredMap<K, V, G, M>,
) => number;
let readMergedMap: <K, V, G extends BottomMapLayer<K, V, G>, M>(map: LayeredMap<K, V, G, M>) => G;

/**
 * An immutable map. Every change returns a new map (`M`) that shares nearly all data with the old
 * one. Most changes are only recorded, which takes O(1) time and memory, while a tree would copy
 * the path to the changed entry. When there are many changes, or when a caller needs more than
 * single keys, they are all applied to the base map. `undefined` cannot be stored as a value.
 */
export abstract class LayeredMap<K, V, G extends BottomMapLayer<K, V, G>, M> {
  static {
    readBaseMap = (map) => map.#baseMap;
    readRecentChanges = (map) => map.#changes;
    readChangeCount = (map) => map.#count;
    readMergedMap = (map) => map.merged();
  }

  // The entries of a map never change. These fields change only when recorded changes are applied
  // to the base map, see merged().
  #baseMap: G;
  #changes: SharedMapChanges<K, V> | undefined;
  #count: number;

  constructor({ baseMap, changes, count = 0 }: MapLayers<K, V, G>) {
    this.#baseMap = baseMap;
    this.#changes = changes;
    this.#count = count;
  }

  /** Returns an editor. Use it to make many changes at once. */
  abstract edit(): LayeredMapEditor<K, V, G, M>;

  get size(): number {
    return this.merged().size;
  }

  /** Takes O(1) if the base map has more entries than there are recorded changes. */
  get isEmpty(): boolean {
    return this.#baseMap.size <= this.#count && this.size === 0;
  }

  get(key: K): V | undefined {
    const change = this.#changes?.find(key, this.#count);
    return change === undefined ? this.#baseMap.get(key) : change.value;
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  set(key: K, value: V): M {
    const editor = this.edit();
    editor.set(key, value);
    return editor.close();
  }

  delete(key: K): M {
    const editor = this.edit();
    editor.delete(key);
    return editor.close();
  }

  /**
   * Applies `change` to the value of `key`. If `change` returns `undefined`, the key is removed.
   */
  update(key: K, change: (value: V | undefined) => V | undefined): M {
    const value = change(this.get(key));
    return value === undefined ? this.delete(key) : this.set(key, value);
  }

  /** Applies all recorded changes to the base map, and returns it. Callers must not change it. */
  protected merged(): G {
    if (this.#changes !== undefined) {
      this.#baseMap = applyRecentChanges(this.#baseMap, this.#changes, this.#count);
      this.#changes = undefined;
      this.#count = 0;
    }
    return this.#baseMap;
  }
}

const applyRecentChanges = <K, V, G extends BottomMapLayer<K, V, G>>(
  baseMap: G,
  changes: SharedMapChanges<K, V>,
  count: number,
): G => {
  const changed = baseMap.clone();
  changes.forEach(count, (key, value) => setOrDelete(changed, key, value));
  return changed;
};

const setOrDelete = <K, V, G>(
  baseMap: BottomMapLayer<K, V, G>,
  key: K,
  value: V | undefined,
): void => {
  if (value !== undefined) baseMap.set(key, value);
  // Deleting may copy the path even if the key is absent.
  else if (baseMap.get(key) !== undefined) baseMap.delete(key);
};

/**
 * Collects changes to a {@link LayeredMap}, which itself does not change. `close` returns the new
 * map and ends the editor; later changes throw a TypeError.
 */
export class LayeredMapEditor<K, V, G extends BottomMapLayer<K, V, G>, M> {
  readonly #base: LayeredMap<K, V, G, M> & M;
  readonly #create: (layers: MapLayers<K, V, G>) => M;
  #baseMap: G;
  /**
   * True if this editor owns its base map. Then changes are applied to it directly instead of being
   * recorded.
   */
  #ownsBaseMap = false;
  #changes: SharedMapChanges<K, V> | undefined;
  #count: number;
  #progress: "unchanged" | "changed" | "closed" = "unchanged";

  /** `create` makes a map of the same class as `base`. */
  constructor(base: LayeredMap<K, V, G, M> & M, create: (layers: MapLayers<K, V, G>) => M) {
    this.#base = base;
    this.#create = create;
    this.#baseMap = readBaseMap(base);
    this.#changes = readRecentChanges(base);
    this.#count = readChangeCount(base);
  }

  get(key: K): V | undefined {
    const change = this.#changes?.find(key, this.#count);
    return change === undefined ? this.#baseMap.get(key) : change.value;
  }

  set(key: K, value: V): void {
    this.#recordChange(key, value);
  }

  /** Adds the entry and returns true. Returns false and changes nothing if the key is present. */
  add(key: K, value: V): boolean {
    if (this.get(key) !== undefined) return false;
    this.#recordChange(key, value);
    return true;
  }

  /** Removes the key. Does nothing if the key is absent. */
  delete(key: K): void {
    if (this.get(key) !== undefined) this.#recordChange(key, undefined);
  }

  /**
   * Applies `change` to the value of `key`. Does nothing if the key is absent or the value stays
   * the same.
   */
  update(key: K, change: (value: V) => V | undefined): void {
    const before = this.get(key);
    if (before === undefined) return;
    const after = change(before);
    if (after !== before) this.#recordChange(key, after);
  }

  /** Ends the editor and returns the new map; returns the original map if nothing changed. */
  close(): M {
    const isUnchanged = this.#progress === "unchanged";
    this.#progress = "closed";
    if (isUnchanged) return this.#base;
    return this.#create({ baseMap: this.#baseMap, changes: this.#changes, count: this.#count });
  }

  #recordChange(key: K, value: V | undefined): void {
    // A closed editor shares its data with the map that it returned.
    if (this.#progress === "closed") throw new TypeError("An editor was changed after close().");
    this.#flushChanges();
    this.#progress = "changed";
    if (this.#ownsBaseMap) return setOrDelete(this.#baseMap, key, value);
    this.#changes ??= new SharedMapChanges();
    this.#changes.push(key, value);
    this.#count++;
  }

  /**
   * Applies the recorded changes to the base map if there are too many, or if another version of
   * the map has already recorded a change after them.
   */
  #flushChanges(): void {
    const changes = this.#changes;
    if (changes === undefined) return;
    if (changes.count === this.#count && this.#count < maxRecorded) return;
    if (this.#progress === "unchanged") {
      // Store the new base map in the original map too, for its next editor.
      this.#baseMap = readMergedMap(this.#base);
    } else {
      this.#baseMap = applyRecentChanges(this.#baseMap, changes, this.#count);
      this.#ownsBaseMap = true;
    }
    this.#changes = undefined;
    this.#count = 0;
  }
}

/** One change of a key, linked to the previous change of the same key. */
export interface MapKeyChange<V> {
  /** Undefined if the change removes the key. */
  readonly value: V | undefined;
  /** Number of earlier changes, of any key. */
  readonly rank: number;
  readonly earlier: MapKeyChange<V> | undefined;
}

/**
 * The changes of a map, in order. All versions of the map that are derived from each other share
 * this list: each version stores how many changes existed when it was created, and ignores later
 * ones. Adding a change takes O(1) time and memory.
 */
export class SharedMapChanges<K, V> {
  readonly #latest = new Map<K, MapKeyChange<V>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /**
   * Returns the last change of the key among the first `count` changes; undefined if there is none.
   */
  find(key: K, count: number): MapKeyChange<V> | undefined {
    let change = this.#latest.get(key);
    while (change !== undefined && change.rank >= count) change = change.earlier;
    return change;
  }

  /** Records a change; `undefined` removes the key. */
  push(key: K, value: V | undefined): void {
    this.#latest.set(key, { value, rank: this.#count++, earlier: this.#latest.get(key) });
  }

  /** Calls `apply` once for each key among the first `count` changes, with its value after them. */
  forEach(count: number, apply: (key: K, value: V | undefined) => void): void {
    for (const key of this.#latest.keys()) {
      const change = this.find(key, count);
      if (change !== undefined) apply(key, change.value);
    }
  }
}
