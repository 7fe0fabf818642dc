/** Limits of an evaluation. */
export interface EvaluationLimits {
  /** Maximum number of function applications and actions. */
  readonly maxSteps: number;
  /** Maximum number of registers of all waiting calls. Default: no limit. */
  readonly maxRegisters?: number;
  /** Maximum number of steps of code that cannot be suspended. Default: no limit. */
  readonly maxUninterruptedSteps?: number;
}

/**
 * The remaining quota of all evaluations for one request, regardless of its number of commands.
 * Evaluations whose results are cached (top-level values, and contracts as their templates read them) are
 * charged to a separate quota of the same size. So the outcome of a submission does not depend on results
 * that an earlier submission has cached, unless these evaluations exceed the separate quota.
 */
export class RequestEvaluationQuota {
  steps: number;
  separateSteps: number;
  readonly maxRegisters: number;
  readonly maxStepsAtOnce: number;

  constructor({
    maxSteps,
    maxRegisters = Number.POSITIVE_INFINITY,
    maxUninterruptedSteps = Number.POSITIVE_INFINITY,
  }: EvaluationLimits) {
    this.steps = maxSteps;
    this.separateSteps = maxSteps;
    this.maxRegisters = maxRegisters;
    this.maxStepsAtOnce = maxUninterruptedSteps;
  }
}
