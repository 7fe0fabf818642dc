/**
 * Work in short steps, each about as long as reading one update. Yields after each step, and
 * returns the result.
 */
export type StepGenerator<Result> = Generator<undefined, Result, undefined>;

/** Runs all steps at once, without yielding to other work. */
export const runStepsWithoutYielding = <Result>(steps: StepGenerator<Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
