import { enableMapSet, freeze, Immer } from "immer";

enableMapSet();

const immer = new Immer({ autoFreeze: true, useStrictIteration: false });

/** What a recipe assigns to: nothing in it is readonly. What a map holds is replaced as a whole. */
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
 * The value after `recipe` changed a draft of `base`; `base` itself stays, and is the result when
 * nothing was changed. What is not changed keeps its identity. The result is frozen, with all plain
 * data in it. When `recipe` throws, there is none. For small aggregates: the cost grows with the size
 * of every object, list and map touched (docs/decisions/0001-persistent-collections.md).
 *
 * The one file that names Immer.
 */
export const produce = <T extends object>(base: T, recipe: (draft: Draft<T>) => void): T =>
  immer.produce(base, (draft) => {
    // Immer's own type of drafts has no place for what is readonly deep inside a map.
    recipe(draft as Draft<T>);
  });

/** The value itself, frozen with all plain data in it. O(1) when it was frozen before. */
export const frozen = <T extends object>(value: T): T => freeze(value, true);
