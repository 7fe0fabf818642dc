import {
  processWideScheduler,
  type ScheduledWorkOptions,
  TimeSlice,
} from "../../base/scheduling/fair-scheduler.ts";
import type { StepGenerator } from "./step-generator.ts";

/** Runs steps in time slices. Rejects with the reason of the signal. */
export const runStepsInSlices = async <Result>(
  steps: StepGenerator<Result>,
  options: ScheduledWorkOptions = {},
): Promise<Result> => {
  const begun = processWideScheduler.waitForFirstSlice(options);
  if (begun !== undefined) await begun;
  const slice = new TimeSlice(options);
  for (;;) {
    const step = steps.next();
    const next = slice.yieldIfDue();
    if (step.done === true) return step.value;
    if (next !== undefined) await next;
  }
};

/** Items that a generator creates in short steps. Not every step creates an item. */
export class StepwiseIterable<Item> implements Iterable<Item> {
  readonly #steps: () => Generator<Item | undefined, void, undefined>;
  readonly #options: ScheduledWorkOptions;

  constructor(
    steps: () => Generator<Item | undefined, void, undefined>,
    options: ScheduledWorkOptions = {},
  ) {
    this.#steps = steps;
    this.#options = options;
  }

  *[Symbol.iterator](): Generator<Item, void, undefined> {
    for (const item of this.#steps()) if (item !== undefined) yield item;
  }

  /** Runs the steps from the beginning. Yields undefined for each step that creates no item. */
  steps(): Generator<Item | undefined, void, undefined> {
    return this.#steps();
  }

  /** Returns the first `limit` items. Runs no step after the one that creates the last of them. */
  takeFirst(limit: number): StepwiseIterable<Item> {
    const steps = this.#steps;
    return new StepwiseIterable(function* () {
      let left = limit;
      if (left === 0) return;
      for (const item of steps()) {
        yield item;
        if (item !== undefined) left--;
        if (left === 0) return;
      }
    }, this.#options);
  }

  /**
   * Runs the steps in time slices. Rejects with the reason of the iterable's signal, or of `signal`
   * if the iterable has none.
   */
  async *inSlices(signal?: AbortSignal): AsyncGenerator<Item, void, undefined> {
    const options = { userId: this.#options.userId, signal: this.#options.signal ?? signal };
    const begun = processWideScheduler.waitForFirstSlice(options);
    if (begun !== undefined) await begun;
    const slice = new TimeSlice(options);
    const steps = this.#steps();
    try {
      for (let step = steps.next(); step.done !== true; step = steps.next()) {
        const next = slice.yieldIfDue();
        if (next !== undefined) await next;
        if (step.value === undefined) continue;
        yield step.value;
        slice.restartTiming();
      }
    } finally {
      steps.return();
    }
  }
}

/**
 * Returns a {@link StepwiseIterable} as a generator that runs in time slices; returns other
 * items unchanged.
 */
export const runItemsInTimeSlices = <Items extends Iterable<unknown> | AsyncIterable<unknown>>(
  items: Items,
  options: Pick<ScheduledWorkOptions, "signal"> = {},
): Items | AsyncGenerator =>
  items instanceof StepwiseIterable ? items.inSlices(options.signal) : items;
