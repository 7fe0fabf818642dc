import { nextTurn } from "../../ground/values/next-turn.ts";

/** Work that is done in steps, each as long as a look at one update, and what comes of it. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** So many steps are done, and then others have their turn: some milliseconds where each is a look at the disk. */
const stepsInTurn = 64;

/** Keeps everybody else waiting until it is done. */
export const atOnce = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/** Others have their turns meanwhile. Rejects with the reason of the signal, which is asked for once a turn is over. */
export const inTurns = async <Result>(
  steps: Steps<Result>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Result> => {
  for (let count = 1; ; count++) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (count % stepsInTurn > 0) continue;
    await nextTurn();
    options.signal?.throwIfAborted();
  }
};

/** Items that are made in steps, some of which give none. */
export class SteppedItems<Item> implements Iterable<Item> {
  readonly #steps: () => Generator<Item | undefined, void, undefined>;

  constructor(steps: () => Generator<Item | undefined, void, undefined>) {
    this.#steps = steps;
  }

  *[Symbol.iterator](): Generator<Item, void, undefined> {
    for (const item of this.#steps()) if (item !== undefined) yield item;
  }

  /** Others have their turns between the items. */
  async *inTurns(): AsyncGenerator<Item, void, undefined> {
    let count = 0;
    for (const item of this.#steps()) {
      if (item !== undefined) yield item;
      if (++count % stepsInTurn === 0) await nextTurn();
    }
  }
}

/** The same items; where it may be long from one to the next, others have their turns. */
export const itemsInTurns = <Items>(items: Items): Items | AsyncGenerator =>
  items instanceof SteppedItems ? items.inTurns() : items;
