import { LayeredMap, LayeredMapEditor, type MapLayers } from "./layered-map.ts";
import { type ImmutableHashMapTrie, PagedTrie } from "./paged-trie.ts";
import type { StoredMapReader } from "./stored-map-reader.ts";

/** The entry of one key, linked to the entries of other keys with the same hash. */
class TrieLeaf<K, V> {
  readonly hash: number;
  readonly key: K;
  readonly value: V;
  readonly next: TrieLeaf<K, V> | undefined;

  constructor(hash: number, key: K, value: V, next: TrieLeaf<K, V> | undefined) {
    this.hash = hash;
    this.key = key;
    this.value = value;
    this.next = next;
  }
}

type TrieNode<K, V> = TrieLeaf<K, V> | TrieBranch<K, V>;

/**
 * A node with up to 32 children, one for each value of five bits of the hash; the next level uses
 * the next five bits. Only the trie that owns the node may change it.
 */
class TrieBranch<K, V> {
  readonly owner: object;
  /** Bit mask: bit n is set if there is a child for the value n. */
  bits: number;
  /** The children, one for each set bit of `bits`, in the order of the bits. */
  slots: TrieNode<K, V>[];

  constructor(owner: object, bits: number, slots: TrieNode<K, V>[]) {
    this.owner = owner;
    this.bits = bits;
    this.slots = slots;
  }
}

const hashBitsPerLevel = 5;
const slotIndexMask = (1 << hashBitsPerLevel) - 1;

/**
 * A mutable map with text keys (a hash array mapped trie). Copying takes O(1), because copies share
 * all nodes until one of them changes. Faster than a sorted tree for very many random keys, because
 * a lookup compares few texts.
 */
export class MutableHashTrie<K extends string, V> {
  #root: TrieBranch<K, V>;
  #size: number;
  /**
   * Identifies this trie as the owner of nodes. Nodes with another owner are shared, and must be
   * copied before a change.
   */
  #owner: object;

  constructor(root = new TrieBranch<K, V>({}, 0, []), size = 0) {
    this.#root = root;
    this.#size = size;
    this.#owner = {};
  }

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    const hash = computeFnv1aHash(key);
    let branch = this.#root;
    for (let shift = 0; ; shift += hashBitsPerLevel) {
      const bit = computeSlotBit(hash, shift);
      if ((branch.bits & bit) === 0) return undefined;
      const slot = branch.slots[computeSlotIndex(bit, branch.bits)];
      if (!(slot instanceof TrieBranch)) return findLeaf(slot, key)?.value;
      branch = slot;
    }
  }

  set(key: K, value: V): void {
    this.#root = this.#insertLeaf(
      this.#root,
      new TrieLeaf(computeFnv1aHash(key), key, value, undefined),
      0,
    );
  }

  /** Removes the key. Does nothing if the key is absent. */
  delete(key: K): void {
    if (this.get(key) === undefined) return;
    const rest = this.#removeLeaf(this.#root, { key, hash: computeFnv1aHash(key) }, 0);
    this.#root = rest instanceof TrieBranch ? rest : this.#createBranch(rest, 0);
    this.#size--;
  }

  clone(): MutableHashTrie<K, V> {
    // After cloning, neither trie may change the existing nodes.
    this.#owner = {};
    return new MutableHashTrie(this.#root, this.#size);
  }

  /**
   * Yields all entries. The order depends on the hashes, and for equal hashes on the order of the
   * changes.
   */
  *entries(): Generator<[K, V], void, undefined> {
    const pending: TrieNode<K, V>[] = [this.#root];
    for (let slot = pending.pop(); slot !== undefined; slot = pending.pop()) {
      if (slot instanceof TrieBranch) pending.push(...slot.slots);
      else for (const { key, value } of iterateChainedLeaves(slot)) yield [key, value];
    }
  }

  #insertLeaf(branch: TrieBranch<K, V>, leaf: TrieLeaf<K, V>, shift: number): TrieBranch<K, V> {
    const bit = computeSlotBit(leaf.hash, shift);
    const index = computeSlotIndex(bit, branch.bits);
    if ((branch.bits & bit) === 0) {
      this.#size++;
      return this.#updateBranch(branch, branch.bits | bit, branch.slots.toSpliced(index, 0, leaf));
    }
    const slot = branch.slots[index];
    if (slot instanceof TrieBranch) {
      const below = this.#insertLeaf(slot, leaf, shift + hashBitsPerLevel);
      return below === slot ? branch : this.#replaceSlot(branch, index, below);
    }
    return this.#replaceSlot(
      branch,
      index,
      this.#addLeafToSlot(slot, leaf, shift + hashBitsPerLevel),
    );
  }

  /** Returns a slot with `leaf` and the leaves that were in the slot before. */
  #addLeafToSlot(
    existing: TrieLeaf<K, V> | undefined,
    leaf: TrieLeaf<K, V>,
    shift: number,
  ): TrieNode<K, V> {
    if (existing?.hash !== leaf.hash) {
      return this.#insertLeaf(this.#createBranch(existing, shift), leaf, shift);
    }
    const isNew = findLeaf(existing, leaf.key) === undefined;
    if (isNew) this.#size++;
    const others = isNew ? existing : removeFromChain(existing, leaf.key);
    return new TrieLeaf(leaf.hash, leaf.key, leaf.value, others);
  }

  #removeLeaf(
    branch: TrieBranch<K, V>,
    gone: Pick<TrieLeaf<K, V>, "key" | "hash">,
    shift: number,
  ): TrieNode<K, V> | undefined {
    const bit = computeSlotBit(gone.hash, shift);
    const index = computeSlotIndex(bit, branch.bits);
    const slot = branch.slots[index];
    const rest =
      slot instanceof TrieBranch
        ? this.#removeLeaf(slot, gone, shift + hashBitsPerLevel)
        : removeFromChain(slot, gone.key);
    if (rest !== undefined) return this.#replaceSlot(branch, index, rest);
    const slots = branch.slots.toSpliced(index, 1);
    // If only one leaf is left, it replaces the branch.
    const [only] = slots;
    if (slots.length < 2 && !(only instanceof TrieBranch)) return only;
    return this.#updateBranch(branch, branch.bits & ~bit, slots);
  }

  #replaceSlot(branch: TrieBranch<K, V>, index: number, slot: TrieNode<K, V>): TrieBranch<K, V> {
    if (branch.owner === this.#owner) {
      branch.slots[index] = slot;
      return branch;
    }
    return new TrieBranch(this.#owner, branch.bits, branch.slots.with(index, slot));
  }

  #updateBranch(branch: TrieBranch<K, V>, bits: number, slots: TrieNode<K, V>[]): TrieBranch<K, V> {
    if (branch.owner !== this.#owner) return new TrieBranch(this.#owner, bits, slots);
    branch.bits = bits;
    branch.slots = slots;
    return branch;
  }

  #createBranch(leaf: TrieLeaf<K, V> | undefined, shift: number): TrieBranch<K, V> {
    return leaf === undefined
      ? new TrieBranch(this.#owner, 0, [])
      : new TrieBranch(this.#owner, computeSlotBit(leaf.hash, shift), [leaf]);
  }
}

const computeSlotBit = (hash: number, shift: number): number =>
  1 << ((hash >>> shift) & slotIndexMask);

/** Returns the number of set bits below `bit`, which is the index of its child in `slots`. */
const computeSlotIndex = (bit: number, bits: number): number => {
  let ones = bits & (bit - 1);
  ones -= (ones >>> 1) & 0x55555555;
  ones = (ones & 0x33333333) + ((ones >>> 2) & 0x33333333);
  return Math.imul((ones + (ones >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

function* iterateChainedLeaves<K, V>(
  first: TrieLeaf<K, V>,
): Generator<TrieLeaf<K, V>, void, undefined> {
  for (let leaf: TrieLeaf<K, V> | undefined = first; leaf !== undefined; leaf = leaf.next) {
    yield leaf;
  }
}

const findLeaf = <K, V>(first: TrieLeaf<K, V> | undefined, key: K): TrieLeaf<K, V> | undefined => {
  let leaf = first;
  while (leaf !== undefined && leaf.key !== key) leaf = leaf.next;
  return leaf;
};

/**
 * Returns the chain without the key. Uses a loop instead of recursion, because an attacker can
 * choose very many keys with the same hash.
 */
const removeFromChain = <K, V>(
  first: TrieLeaf<K, V> | undefined,
  key: K,
): TrieLeaf<K, V> | undefined => {
  const gone = findLeaf(first, key);
  if (gone === undefined) return first;
  let rest = gone.next;
  for (let leaf = first; leaf !== undefined && leaf !== gone; leaf = leaf.next) {
    rest = new TrieLeaf(leaf.hash, leaf.key, leaf.value, rest);
  }
  return rest;
};

/** The FNV-1a hash of the empty text. */
const emptyTextHash = 0x811c9dc5 | 0;

/**
 * Continues a 32-bit FNV-1a hash with the code units of a text. Linear. The result is a signed
 * integer, which JavaScript engines store more efficiently.
 */
export const continueTextHash = (hash: number, text: string): number => {
  let result = hash;
  for (let index = 0; index < text.length; index++) {
    result = Math.imul(result ^ text.charCodeAt(index), 0x01000193);
  }
  return result;
};

/** Returns the 32-bit FNV-1a hash of a text. */
export const computeFnv1aHash = (text: string): number => continueTextHash(emptyTextHash, text);

/**
 * An immutable map for very many random text keys, such as contract ids. Faster than `ImmutableOrderedMap`,
 * but does not sort the entries. `undefined` cannot be stored as a value.
 */
export class ImmutableHashMap<K extends string, V> extends LayeredMap<
  K,
  V,
  ImmutableHashMapTrie<K, V>,
  ImmutableHashMap<K, V>
> {
  static readonly #empty = new ImmutableHashMap<never, never>({ baseMap: new MutableHashTrie() });

  /** Returns the empty map; always the same object. */
  static empty<K extends string, V>(): ImmutableHashMap<K, V> {
    // The map has no entries, so it is valid for every type.
    return ImmutableHashMap.#empty as unknown as ImmutableHashMap<K, V>;
  }

  edit(): ImmutableHashMapEditor<K, V> {
    return new LayeredMapEditor(this, hashedMap);
  }

  /**
   * Returns a map with the same entries that reads `evictedKeys` from `older` instead of keeping
   * them in memory. O(number of these keys).
   */
  withOlder(older: StoredMapReader<K, V>, evictedKeys: Iterable<K> = []): ImmutableHashMap<K, V> {
    const baseMap = this.merged();
    const resident = (baseMap.resident ?? baseMap).clone();
    for (const key of evictedKeys) resident.delete(key);
    return new ImmutableHashMap<K, V>({ baseMap: new PagedTrie<K, V>(older, resident) });
  }

  /**
   * Yields the entries that are in memory. The order depends on the hashes, and for equal hashes on
   * the order of the changes.
   */
  entries(): Generator<[K, V], void, undefined> {
    return this.merged().entries();
  }
}

const hashedMap = <K extends string, V>(
  layers: MapLayers<K, V, ImmutableHashMapTrie<K, V>>,
): ImmutableHashMap<K, V> => new ImmutableHashMap(layers);

/** Collects changes to an {@link ImmutableHashMap}. */
export type ImmutableHashMapEditor<K extends string, V> = LayeredMapEditor<
  K,
  V,
  ImmutableHashMapTrie<K, V>,
  ImmutableHashMap<K, V>
>;
