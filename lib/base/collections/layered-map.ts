import { RecentChanges } from "./recent-changes.ts";

/** What the changes of a {@link LayeredMap} end up in. `undefined` is not a value. */
export interface Ground<K, V, G> {
  readonly size: number;
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
  /** No effect when the key is absent. */
  delete(key: K): unknown;
  /** Another one that holds the same, O(1): what is changed in either of them is not in the other. */
  clone(): G;
}

/** What a map is made of at one time. */
export interface Layers<K, V, G> {
  readonly ground: G;
  /** What was changed since; absent when nothing was. */
  readonly changes?: RecentChanges<K, V> | undefined;
  /** How many of the changes are of this version. */
  readonly count?: number;
}

/** So many changes are noted before they are put into the ground, all at once. */
const maxNoted = 256;

/** Access to what is inside a map, for this file only. */
let groundOf: <K, V, G extends Ground<K, V, G>, M>(map: LayeredMap<K, V, G, M>) => G;
let changesOf: <K, V, G extends Ground<K, V, G>, M>(
  map: LayeredMap<K, V, G, M>,
) => RecentChanges<K, V> | undefined;
let countOf: <K, V, G extends Ground<K, V, G>, M>(map: LayeredMap<K, V, G, M>) => number;
let settledOf: <K, V, G extends Ground<K, V, G>, M>(map: LayeredMap<K, V, G, M>) => G;

/**
 * An immutable map; every change gives a new one (`M`) that shares nearly all with the old one. Most
 * changes are only noted, which is O(1) in time and memory, where a tree copies the path to what
 * changes. They are put into the ground together, when there are many or when somebody asks for more
 * than single keys. `undefined` is not a value.
 */
export abstract class LayeredMap<K, V, G extends Ground<K, V, G>, M> {
  static {
    groundOf = (map) => map.#ground;
    changesOf = (map) => map.#changes;
    countOf = (map) => map.#count;
    settledOf = (map) => map.settled();
  }

  // What the map holds stays the same. How it is held may change: see settled.
  #ground: G;
  #changes: RecentChanges<K, V> | undefined;
  #count: number;

  constructor({ ground, changes, count = 0 }: Layers<K, V, G>) {
    this.#ground = ground;
    this.#changes = changes;
    this.#count = count;
  }

  /** For many changes at once. */
  abstract edit(): LayeredMapEditor<K, V, G, M>;

  get size(): number {
    return this.settled().size;
  }

  /** O(1) for a map that is larger than what was noted of it. */
  get isEmpty(): boolean {
    return this.#ground.size <= this.#count && this.size === 0;
  }

  get(key: K): V | undefined {
    const change = this.#changes?.find(key, this.#count);
    return change === undefined ? this.#ground.get(key) : change.value;
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

  /** Applies `change` to what `key` holds; `undefined` removes the key. */
  update(key: K, change: (value: V | undefined) => V | undefined): M {
    const value = change(this.get(key));
    return value === undefined ? this.delete(key) : this.set(key, value);
  }

  /** The ground, once all changes are in it. Nobody may change it. */
  protected settled(): G {
    if (this.#changes !== undefined) {
      this.#ground = withChanges(this.#ground, this.#changes, this.#count);
      this.#changes = undefined;
      this.#count = 0;
    }
    return this.#ground;
  }
}

const withChanges = <K, V, G extends Ground<K, V, G>>(
  ground: G,
  changes: RecentChanges<K, V>,
  count: number,
): G => {
  const changed = ground.clone();
  changes.forEach(count, (key, value) => put(changed, key, value));
  return changed;
};

const put = <K, V, G>(ground: Ground<K, V, G>, key: K, value: V | undefined): void => {
  if (value !== undefined) ground.set(key, value);
  // Deleting may copy the path even where there is nothing to delete.
  else if (ground.get(key) !== undefined) ground.delete(key);
};

/**
 * Changes under way to one {@link LayeredMap}, which itself stays as it is. `close` gives the new map and
 * ends the editor: using it afterwards is a TypeError.
 */
export class LayeredMapEditor<K, V, G extends Ground<K, V, G>, M> {
  readonly #base: LayeredMap<K, V, G, M> & M;
  readonly #create: (layers: Layers<K, V, G>) => M;
  #ground: G;
  /** Whether the ground is this editor's own, to be changed. Then nothing is noted any more. */
  #ownsGround = false;
  #changes: RecentChanges<K, V> | undefined;
  #count: number;
  #progress: "unchanged" | "changed" | "closed" = "unchanged";

  /** `create`: makes a map like `base`. */
  constructor(base: LayeredMap<K, V, G, M> & M, create: (layers: Layers<K, V, G>) => M) {
    this.#base = base;
    this.#create = create;
    this.#ground = groundOf(base);
    this.#changes = changesOf(base);
    this.#count = countOf(base);
  }

  get(key: K): V | undefined {
    const change = this.#changes?.find(key, this.#count);
    return change === undefined ? this.#ground.get(key) : change.value;
  }

  set(key: K, value: V): void {
    this.#change(key, value);
  }

  /** Sets what is not there yet; false, changing nothing, when the key is taken. */
  add(key: K, value: V): boolean {
    if (this.get(key) !== undefined) return false;
    this.#change(key, value);
    return true;
  }

  /** No effect when the key is absent. */
  delete(key: K): void {
    if (this.get(key) !== undefined) this.#change(key, undefined);
  }

  /** Applies `change` to what `key` holds; no effect when the key is absent or nothing changes. */
  update(key: K, change: (value: V) => V | undefined): void {
    const before = this.get(key);
    if (before === undefined) return;
    const after = change(before);
    if (after !== before) this.#change(key, after);
  }

  /** The very map it began with when nothing was changed. */
  close(): M {
    const isUnchanged = this.#progress === "unchanged";
    this.#progress = "closed";
    if (isUnchanged) return this.#base;
    return this.#create({ ground: this.#ground, changes: this.#changes, count: this.#count });
  }

  #change(key: K, value: V | undefined): void {
    // A closed editor shares what it has with a published map.
    if (this.#progress === "closed") throw new TypeError("An editor was changed after close().");
    this.#makeRoom();
    this.#progress = "changed";
    if (this.#ownsGround) return put(this.#ground, key, value);
    this.#changes ??= new RecentChanges();
    this.#changes.push(key, value);
    this.#count++;
  }

  /** Changes go into the ground when there are many, and when another version has made others since. */
  #makeRoom(): void {
    const changes = this.#changes;
    if (changes === undefined) return;
    if (changes.count === this.#count && this.#count < maxNoted) return;
    if (this.#progress === "unchanged") {
      // The map that is changed keeps the new ground, for the next one that changes it.
      this.#ground = settledOf(this.#base);
    } else {
      this.#ground = withChanges(this.#ground, changes, this.#count);
      this.#ownsGround = true;
    }
    this.#changes = undefined;
    this.#count = 0;
  }
}
