import { Immer, type Draft } from "immer";

const immer = new Immer({ autoFreeze: true, useStrictIteration: false });

/**
 * The value after `recipe` changed a draft of `base`; `base` itself stays, and is the result when
 * nothing was changed. The result is frozen. For small aggregates: the cost grows with the size of
 * every object and list touched (docs/decisions/0001-persistent-collections.md).
 *
 * The one place that names Immer.
 */
export const produce = <T extends object>(base: T, recipe: (draft: Draft<T>) => void): T =>
  immer.produce(base, recipe);
