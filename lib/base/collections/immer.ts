import { enableMapSet, freeze, Immer } from "immer";

enableMapSet();

const immerInstance = new Immer({ autoFreeze: true, useStrictIteration: false });

/**
 * The mutable form of a type, without readonly properties, for a recipe. Values in maps must be
 * replaced as a whole.
 */
export type MutableDraft<T> = T extends string
  ? T
  : T extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : T extends readonly (infer Element)[]
      ? MutableDraft<Element>[]
      : T extends object
        ? { -readonly [Property in keyof T]: MutableDraft<T[Property]> }
        : T;

/**
 * Calls `recipe` with a mutable draft of `base`, and returns the changed value. `base` does not
 * change; if the recipe changes nothing, `base` is returned. Unchanged parts are shared with
 * `base`. The result is deeply frozen. Errors of `recipe` are passed on. Use it for small objects:
 * the cost grows with the size of every object, list and map that the recipe touches
 * (docs/decisions/0001-persistent-collections.md).
 *
 * This is the only file that imports Immer.
 */
export const createChangedCopy = <T extends object>(
  base: T,
  recipe: (draft: MutableDraft<T>) => void,
): T =>
  immerInstance.produce(base, (draft) => {
    // Immer's own draft type does not cover readonly types deep inside a map.
    recipe(draft as MutableDraft<T>);
  });

/** Freezes the value and all plain data in it, and returns it. O(1) if it is frozen already. */
export const deepFreeze = <T extends object>(value: T): T => freeze(value, true);
