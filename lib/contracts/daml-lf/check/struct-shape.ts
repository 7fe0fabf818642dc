import type { InternedType } from "./interned-type.ts";

/** A node of a trie of struct types; the path to a node is the sequence of field names. */
export interface StructTypeTrieNode {
  /** The struct type with the fields of the path; undefined until it is created. */
  type: InternedType | undefined;
  readonly extended: Map<string, StructTypeTrieNode>;
}

export const createEmptyStructTypeTrie = (): StructTypeTrieNode => ({
  type: undefined,
  extended: new Map(),
});

/** Returns the node for one more field. */
export const extendStructTypeTrie = (
  { extended }: StructTypeTrieNode,
  name: string,
): StructTypeTrieNode => {
  let shape = extended.get(name);
  if (shape === undefined) {
    shape = createEmptyStructTypeTrie();
    extended.set(name, shape);
  }
  return shape;
};
