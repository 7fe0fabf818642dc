/** Limits the number of steps of an evaluation before the engine must suspend. */
export interface StepQuota {
  /**
   * Remaining evaluation steps in this time slice: steps of Daml code, and a fixed number for each
   * command. The engine decrements this number, also below zero.
   */
  steps: number;
  /**
   * True if the caller restarts a suspended evaluation from the beginning. The engine may then
   * suspend at any point.
   */
  restarts?: boolean;
}

/** A quota without a limit, for callers that wait until the evaluation has finished. */
export const unlimitedStepQuota: StepQuota = { steps: Number.POSITIVE_INFINITY };

/**
 * Thrown when the step quota is used up. `resume` continues the computation: it returns the result,
 * throws the error of the computation, or throws another `StepQuotaSuspension`. Call `resume` at most once.
 */
export class StepQuotaSuspension<T = unknown> extends Error {
  readonly resume: () => T;

  constructor(resume: () => T) {
    super("The time slice is over.");
    this.resume = resume;
  }
}

/**
 * Runs a generator and returns its result. The generator yields the number of steps that it has
 * taken since its last yield. Throws a `StepQuotaSuspension` when the quota is used up.
 */
export const runSuspendableGenerator = <T>(
  work: Generator<number, T>,
  quota: StepQuota = unlimitedStepQuota,
): T => {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    quota.steps -= step.value;
    if (quota.steps <= 0) {
      throw new StepQuotaSuspension(() => runSuspendableGenerator(work, quota));
    }
  }
};

/**
 * Runs a computation and returns `then(result)`. If the computation is suspended, calls `then`
 * after it has been resumed and has finished.
 */
export const continueAfterComputation = <T, Result>(
  compute: () => T,
  then: (value: T) => Result,
): Result => {
  let value: T;
  try {
    value = compute();
  } catch (error) {
    if (!(error instanceof StepQuotaSuspension)) throw error;
    throw new StepQuotaSuspension(() =>
      continueAfterComputation((error as StepQuotaSuspension<T>).resume, then),
    );
  }
  return then(value);
};
