import { Immer } from "immer";

const immer = new Immer({ autoFreeze: true, useStrictIteration: false });

/** What a recipe of {@link produce} may assign. */
export type Writable<T> = { -readonly [Property in keyof T]: T[Property] };

/**
 * The value after `recipe` changed a draft of `base`; `base` itself stays, and is the result when
 * nothing was changed. What changed is frozen. Plain objects are drafted; class instances, such as
 * OrderedMap, are opaque leaves that a recipe replaces: they are neither drafted nor walked.
 *
 * The one place that names Immer.
 */
export const produce = <T extends object>(base: T, recipe: (draft: Writable<T>) => void): T =>
  // Immer's own Draft type maps private class members away, so that leaves could not be assigned.
  immer.produce(base, recipe as (draft: object) => void);
