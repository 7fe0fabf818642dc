import { type Lengthy, longMillis, others, restAfter } from "../../base/scheduling/long-work.ts";
import { beforeSlice, countSlice } from "../../base/scheduling/slices.ts";
import type { Waits } from "../../base/scheduling/waiting-line.ts";

/** Work that is done in steps, each as long as a look at one update, and what comes of it. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** So many steps are done, and then others have their turn: some milliseconds where each is a look at the disk. */
const stepsInTurn = 64;

/** What was done since others had their turn. */
export class Turn {
  readonly #waits: Waits;
  #steps = 0;
  #millis = 0;

  constructor(waits: Waits = {}) {
    this.#waits = waits;
  }

  count(): void {
    this.#steps += 1;
  }

  /** What is done at once, by how long it takes, as a step that has views worked out: while nothing is done, nobody waits. */
  time<Result>(work: () => Result): Result {
    const begun = performance.now();
    const result = work();
    const millis = performance.now() - begun;
    this.#millis += millis;
    countSlice(millis);
    return result;
  }

  get isOver(): boolean {
    return this.#steps >= stepsInTurn || this.#millis >= longMillis;
  }

  /** Others have theirs, and then the next one begins. Rejects with the reason of the signal where nobody wants it. */
  async end(): Promise<void> {
    const millis = this.#millis;
    this.#steps = 0;
    this.#millis = 0;
    await restAfter(millis, this.#waits);
    this.#waits.signal?.throwIfAborted();
  }
}

/** Keeps everybody else waiting until it is done. */
export const atOnce = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/** Others have their turns meanwhile. Rejects with the reason of the signal, which is asked for once a turn is over. */
export const inTurns = async <Result>(steps: Steps<Result>, waits: Waits = {}): Promise<Result> => {
  const before = beforeSlice(waits);
  if (before !== undefined) await before;
  const turn = new Turn(waits);
  const next = () => steps.next();
  for (;;) {
    const step = turn.time(next);
    if (step.done === true) return step.value;
    turn.count();
    if (turn.isOver) await turn.end();
  }
};

/** Items that are made in steps, some of which give none. */
export class SteppedItems<Item> implements Iterable<Item> {
  readonly #steps: () => Generator<Item | undefined, void, undefined>;
  readonly #length: Lengthy;

  constructor(steps: () => Generator<Item | undefined, void, undefined>, length: Lengthy = {}) {
    this.#steps = steps;
    this.#length = length;
  }

  *[Symbol.iterator](): Generator<Item, void, undefined> {
    for (const item of this.#steps()) if (item !== undefined) yield item;
  }

  /** From the first on; undefined for each that gives no item. */
  steps(): Generator<Item | undefined, void, undefined> {
    return this.#steps();
  }

  /** No more than so many, with all steps that it takes to them and none behind. */
  first(room: number): SteppedItems<Item> {
    const steps = this.#steps;
    return new SteppedItems(function* () {
      let left = room;
      if (left === 0) return;
      for (const item of steps()) {
        yield item;
        if (item !== undefined) left--;
        if (left === 0) return;
      }
    }, this.#length);
  }

  /** Others have their turns between the items, until the signal aborts, where no other was given before. */
  async *inTurns(outer?: AbortSignal): AsyncGenerator<Item, void, undefined> {
    const { areLong = false, userId, signal = outer } = this.#length;
    const turn = new Turn({ userId, signal });
    // With nothing between this and the first step: there may be many that begin at once.
    const before = areLong ? others({ userId, signal }) : beforeSlice({ userId, signal });
    if (before !== undefined) await before;
    const steps = this.#steps();
    const next = () => steps.next();
    try {
      for (let step = turn.time(next); step.done !== true; step = turn.time(next)) {
        turn.count();
        if (turn.isOver) await turn.end();
        if (step.value !== undefined) yield step.value;
      }
    } finally {
      steps.return();
    }
  }
}

/** The same items; where it may be long from one to the next, others have their turns. */
export const itemsInTurns = <Items extends Iterable<unknown> | AsyncIterable<unknown>>(
  items: Items,
  length: Lengthy = {},
): Items | AsyncGenerator => {
  if (items instanceof SteppedItems) return items.inTurns(length.signal);
  if (length.areLong !== true || !(Symbol.iterator in items)) return items;
  return new SteppedItems(() => steps(items), length).inTurns();
};

function* steps<Item>(items: Iterable<Item>): Generator<Item, void, undefined> {
  yield* items;
}
