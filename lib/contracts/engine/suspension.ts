/** Limits the number of steps of an evaluation before the engine must suspend. */
export interface StepQuota {
  /** Remaining steps of Daml code in this time slice. An engine decrements it and may go below zero. */
  steps: number;
  /**
   * True if a suspended evaluation is restarted from the beginning, so it may be suspended at any point.
   */
  restarts?: boolean;
}

/** A quota without a limit, for callers that wait until the evaluation has finished. */
export const unlimitedQuota: StepQuota = { steps: Number.POSITIVE_INFINITY };

/**
 * Thrown when the step quota is used up. `resume` resumes the computation: it returns the result, throws its
 * error, or suspends again. It may be called once.
 */
export class Suspension<T = unknown> extends Error {
  readonly resume: () => T;

  constructor(resume: () => T) {
    super("The time slice is over.");
    this.resume = resume;
  }
}

/**
 * Runs a generator that yields how many steps it has taken since the last yield. Suspends it when the
 * quota is used up.
 */
export const inSteps = <T>(work: Generator<number, T>, quota: StepQuota = unlimitedQuota): T => {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    quota.steps -= step.value;
    if (quota.steps <= 0) throw new Suspension(() => inSteps(work, quota));
  }
};

/** Passes the result of a computation to `then`, even if the computation is suspended and resumed. */
export const afterEvaluation = <T, Result>(
  compute: () => T,
  then: (value: T) => Result,
): Result => {
  let value: T;
  try {
    value = compute();
  } catch (error) {
    if (!(error instanceof Suspension)) throw error;
    throw new Suspension(() => afterEvaluation((error as Suspension<T>).resume, then));
  }
  return then(value);
};
