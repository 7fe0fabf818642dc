/** Limits of an evaluation. */
export interface EvaluationLimits {
  /** Maximum number of function applications and actions. */
  readonly maxSteps: number;
  /** Maximum number of registers of all waiting calls. Default: no limit. */
  readonly maxRegisters?: number;
  /** Maximum number of steps without interruption. Default: no limit. */
  readonly maxStepsAtOnce?: number;
}

/**
 * The remaining quota of all evaluation for one request, regardless of its number of commands. Evaluations
 * whose results are cached (top-level values, and contracts as their templates read them) are charged to a
 * separate quota of the same size. The outcome of a submission therefore does not depend on what an earlier
 * one has cached, unless these evaluations exceed the separate quota.
 */
export class Allowance {
  steps: number;
  stepsAside: number;
  readonly maxRegisters: number;
  readonly maxStepsAtOnce: number;

  constructor({
    maxSteps,
    maxRegisters = Number.POSITIVE_INFINITY,
    maxStepsAtOnce = Number.POSITIVE_INFINITY,
  }: EvaluationLimits) {
    this.steps = maxSteps;
    this.stepsAside = maxSteps;
    this.maxRegisters = maxRegisters;
    this.maxStepsAtOnce = maxStepsAtOnce;
  }
}
