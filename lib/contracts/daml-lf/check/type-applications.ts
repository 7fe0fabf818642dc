import type { InternedType } from "./interned-type.ts";

/** A hash table of types with arguments, by head and arguments; uses open addressing. */
export class TypeApplicationTable {
  private slots = new Array<InternedType | undefined>(1_024);
  private size = 0;

  /**
   * Returns the type whose arguments are the elements of `parts` from `base` up to, not including, `top`;
   * undefined if there is none.
   */
  get(
    head: InternedType,
    parts: readonly InternedType[],
    base: number,
    top: number,
  ): InternedType | undefined {
    const { slots } = this;
    const mask = slots.length - 1;
    for (let slot = computeHash(head, parts, base, top) & mask; ; slot = (slot + 1) & mask) {
      const type = slots[slot];
      if (type === undefined) return undefined;
      if (type.head === head && type.arguments.length === top - base) {
        if (startsWithTypes(type.arguments, parts, base)) return type;
      }
    }
  }

  /** Adds a type that is not in the table. */
  add(type: InternedType): InternedType {
    this.size += 1;
    if (this.size * 4 > this.slots.length * 3) this.grow();
    this.put(type);
    return type;
  }

  private put(type: InternedType): void {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = computeHash(type.head, type.arguments, 0, type.arguments.length) & mask;
    while (slots[slot] !== undefined) slot = (slot + 1) & mask;
    slots[slot] = type;
  }

  private grow(): void {
    const types = this.slots;
    this.slots = new Array<InternedType | undefined>(types.length * 2);
    for (const type of types) if (type !== undefined) this.put(type);
  }
}

const computeHash = (
  head: InternedType,
  parts: readonly InternedType[],
  base: number,
  top: number,
): number => {
  let hash = head.id;
  for (let index = base; index < top; index += 1) {
    hash = Math.imul(hash ^ (parts[index]?.id ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
};

/** Returns true if the elements of `parts` from `base` on start with `types`. */
const startsWithTypes = (
  types: readonly InternedType[],
  parts: readonly InternedType[],
  base: number,
): boolean => {
  for (let index = 0; index < types.length; index += 1) {
    if (types[index] !== parts[base + index]) return false;
  }
  return true;
};
