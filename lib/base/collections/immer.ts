import { enableMapSet, freeze, Immer } from "immer";

enableMapSet();

const immer = new Immer({ autoFreeze: true, useStrictIteration: false });

/**
 * The mutable form of a type, for a recipe: nothing in it is readonly. A value in a map is replaced
 * as a whole.
 */
export type Draft<T> = T extends string
  ? T
  : T extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : T extends readonly (infer Element)[]
      ? Draft<Element>[]
      : T extends object
        ? { -readonly [Property in keyof T]: Draft<T[Property]> }
        : T;

/**
 * Returns the value after `recipe` changed a draft of `base`. `base` itself does not change, and is
 * returned if the recipe changed nothing. Unchanged parts keep their identity. The result is deeply
 * frozen. If `recipe` throws, the error passes through. Use it for small aggregates: the cost grows
 * with the size of every object, list and map that the recipe touches
 * (docs/decisions/0001-persistent-collections.md).
 *
 * This is the only file that imports Immer.
 */
export const produce = <T extends object>(base: T, recipe: (draft: Draft<T>) => void): T =>
  immer.produce(base, (draft) => {
    // Immer's own draft type does not cover readonly types deep inside a map.
    recipe(draft as Draft<T>);
  });

/** Freezes the value and all plain data in it, and returns it. O(1) if it is frozen already. */
export const frozen = <T extends object>(value: T): T => freeze(value, true);
