import type { InternedType } from "./interned-type.ts";

/** A node of a trie of struct types; the path to a node is the sequence of field names. */
export interface StructShape {
  /** The struct type with the fields of the path; undefined until it is created. */
  type: InternedType | undefined;
  readonly extended: Map<string, StructShape>;
}

export const createEmptyStructShape = (): StructShape => ({ type: undefined, extended: new Map() });

/** Returns the node for one more field. */
export const extendStructShape = ({ extended }: StructShape, name: string): StructShape => {
  let shape = extended.get(name);
  if (shape === undefined) {
    shape = createEmptyStructShape();
    extended.set(name, shape);
  }
  return shape;
};
