import { scheduler, TimeSlice, type WorkOptions } from "../../base/scheduling/fair-scheduler.ts";

/** Work in steps, each as long as a look at one update, with a result. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs all steps without a yield. */
export const runSteps = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/** Runs steps in time slices. Rejects with the reason of the signal. */
export const runStepsInSlices = async <Result>(
  steps: Steps<Result>,
  options: WorkOptions = {},
): Promise<Result> => {
  const begun = scheduler.begin(options);
  if (begun !== undefined) await begun;
  const slice = new TimeSlice(options);
  for (;;) {
    const step = steps.next();
    const next = slice.yieldIfDue();
    if (step.done === true) return step.value;
    if (next !== undefined) await next;
  }
};

/** Items that are made in steps, some of which give none. */
export class CooperativeIterable<Item> implements Iterable<Item> {
  readonly #steps: () => Generator<Item | undefined, void, undefined>;
  readonly #options: WorkOptions;

  constructor(
    steps: () => Generator<Item | undefined, void, undefined>,
    options: WorkOptions = {},
  ) {
    this.#steps = steps;
    this.#options = options;
  }

  *[Symbol.iterator](): Generator<Item, void, undefined> {
    for (const item of this.#steps()) if (item !== undefined) yield item;
  }

  /** Runs the steps from the first on. Yields undefined for each that gives no item. */
  steps(): Generator<Item | undefined, void, undefined> {
    return this.#steps();
  }

  /** Returns the first items, at most `limit`. No step after the last of them runs. */
  first(limit: number): CooperativeIterable<Item> {
    const steps = this.#steps;
    return new CooperativeIterable(function* () {
      let left = limit;
      if (left === 0) return;
      for (const item of steps()) {
        yield item;
        if (item !== undefined) left--;
        if (left === 0) return;
      }
    }, this.#options);
  }

  /** Runs the steps in time slices. `signal` counts if the iterable has no signal. Rejects with the reason of the signal. */
  async *inSlices(signal?: AbortSignal): AsyncGenerator<Item, void, undefined> {
    const options = { userId: this.#options.userId, signal: this.#options.signal ?? signal };
    const begun = scheduler.begin(options);
    if (begun !== undefined) await begun;
    const slice = new TimeSlice(options);
    const steps = this.#steps();
    try {
      for (let step = steps.next(); step.done !== true; step = steps.next()) {
        const next = slice.yieldIfDue();
        if (next !== undefined) await next;
        if (step.value === undefined) continue;
        yield step.value;
        slice.resume();
      }
    } finally {
      steps.return();
    }
  }
}

/** Returns items whose steps run in time slices; other items as they are. */
export const inSlices = <Items extends Iterable<unknown> | AsyncIterable<unknown>>(
  items: Items,
  options: Pick<WorkOptions, "signal"> = {},
): Items | AsyncGenerator =>
  items instanceof CooperativeIterable ? items.inSlices(options.signal) : items;
