import { type Draft, Immer } from "immer";

// Lists stay as they are: filter, find and the like take ten times as long on frozen ones.
const immer = new Immer({ autoFreeze: false, useStrictIteration: false });

/**
 * The value after `recipe` changed a draft of `base`; `base` itself stays, and is the result when
 * nothing was changed. For small aggregates: the cost grows with the size of every object and list
 * touched (docs/decisions/0001-persistent-collections.md).
 *
 * The one place that names Immer.
 */
export const produce = <T extends object>(base: T, recipe: (draft: Draft<T>) => void): T =>
  immer.produce(base, recipe);
