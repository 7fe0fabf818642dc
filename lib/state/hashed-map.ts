import { OrderedMap, type OrderedMapEditor } from "./ordered-map.ts";

/** The entry of one key, and after it those of other keys with the same hash. */
interface Slot<K, V> {
  readonly key: K;
  readonly value: V;
  readonly next: Slot<K, V> | undefined;
}

type Slots<K, V> = OrderedMap<number, Slot<K, V>>;

let slotsOf: <K extends string, V>(map: HashedMap<K, V>) => Slots<K, V>;
let mapOf: <K extends string, V>(slots: Slots<K, V>, size: number) => HashedMap<K, V>;

/**
 * An immutable map for very many random texts, such as contract ids: as {@link OrderedMap}, but in
 * an order of its own. It compares numbers where an ordered map compares texts from all over the
 * memory, so that changes of a large map are faster. `undefined` is not a value.
 */
export class HashedMap<K extends string, V> {
  static {
    slotsOf = (map) => map.#slots;
    mapOf = (slots, size) => new HashedMap(slots, size);
  }

  static readonly #empty = new HashedMap<never, never>(OrderedMap.empty(), 0);

  readonly size: number;
  readonly #slots: Slots<K, V>;

  private constructor(slots: Slots<K, V>, size: number) {
    this.size = size;
    this.#slots = slots;
  }

  /** Always the same map. */
  static empty<K extends string, V>(): HashedMap<K, V> {
    return HashedMap.#empty;
  }

  get(key: K): V | undefined {
    return find(this.#slots.get(hashOf(key)), key)?.value;
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  set(key: K, value: V): HashedMap<K, V> {
    const editor = this.edit();
    editor.set(key, value);
    return editor.close();
  }

  delete(key: K): HashedMap<K, V> {
    const editor = this.edit();
    editor.delete(key);
    return editor.close();
  }

  /** For many changes at once: nodes are copied once, not once per change. */
  edit(): HashedMapEditor<K, V> {
    return new HashedMapEditor(this);
  }

  /** In an order that depends on how the keys hash, and for equal hashes on their history. */
  *entries(): Generator<[K, V], void, undefined> {
    for (const first of this.#slots.values()) {
      for (let slot: Slot<K, V> | undefined = first; slot !== undefined; slot = slot.next) {
        yield [slot.key, slot.value];
      }
    }
  }
}

/** Changes under way to one {@link HashedMap}, as OrderedMapEditor is for an ordered one. */
export class HashedMapEditor<K extends string, V> {
  readonly #base: HashedMap<K, V>;
  readonly #slots: OrderedMapEditor<number, Slot<K, V>>;
  #size: number;

  constructor(base: HashedMap<K, V>) {
    this.#base = base;
    this.#slots = slotsOf(base).edit();
    this.#size = base.size;
  }

  get(key: K): V | undefined {
    return find(this.#slots.get(hashOf(key)), key)?.value;
  }

  set(key: K, value: V): void {
    if (!this.add(key, value)) this.update(key, () => value);
  }

  /** Sets what is not there yet; false, changing nothing, when the key is taken. */
  add(key: K, value: V): boolean {
    const hash = hashOf(key);
    if (!this.#slots.add(hash, { key, value, next: undefined })) {
      const first = this.#slots.get(hash);
      if (find(first, key) !== undefined) return false;
      this.#slots.set(hash, { key, value, next: first });
    }
    this.#size++;
    return true;
  }

  /** Applies `change` to what `key` holds; no effect when the key is absent or nothing changes. */
  update(key: K, change: (value: V) => V | undefined): void {
    const hash = hashOf(key);
    const first = this.#slots.get(hash);
    const slot = find(first, key);
    if (slot === undefined) return;
    const value = change(slot.value);
    if (value === slot.value) return;
    const others = without(first, key);
    if (value !== undefined) {
      this.#slots.set(hash, { key, value, next: others });
      return;
    }
    this.#size--;
    if (others === undefined) this.#slots.delete(hash);
    else this.#slots.set(hash, others);
  }

  /** No effect when the key is absent. */
  delete(key: K): void {
    this.update(key, () => undefined);
  }

  /** The very map it began with when nothing was changed. */
  close(): HashedMap<K, V> {
    const slots = this.#slots.close();
    return slots === slotsOf(this.#base) ? this.#base : mapOf(slots, this.#size);
  }
}

const find = <K, V>(first: Slot<K, V> | undefined, key: K): Slot<K, V> | undefined => {
  let slot = first;
  while (slot !== undefined && slot.key !== key) slot = slot.next;
  return slot;
};

const without = <K, V>(first: Slot<K, V> | undefined, key: K): Slot<K, V> | undefined => {
  if (first === undefined || first.key === key) return first?.next;
  return { ...first, next: without(first.next, key) };
};

/** FNV-1a over code units; 32 bits, signed, which the engine keeps unboxed. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5 | 0;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
};
