import type { InternedType } from "./interned-type.ts";

/** Structs by the names of their fields, one after the other. */
export interface StructShape {
  /** With just the fields up to here; undefined until it is made. */
  type: InternedType | undefined;
  readonly extended: Map<string, StructShape>;
}

export const emptyShape = (): StructShape => ({ type: undefined, extended: new Map() });

/** The shape with one more field. */
export const withField = ({ extended }: StructShape, name: string): StructShape => {
  let shape = extended.get(name);
  if (shape === undefined) {
    shape = emptyShape();
    extended.set(name, shape);
  }
  return shape;
};
