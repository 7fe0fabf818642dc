/** How much evaluation is allowed for. */
export interface EvaluationLimits {
  /** Function applications and actions. */
  readonly maxSteps: number;
  /** Registers that calls which wait for one another may hold. Any number when absent. */
  readonly maxRegisters?: number;
  /** Of the steps, how many of them at once, without others going on. Any number when absent. */
  readonly maxStepsAtOnce?: number;
}

/**
 * What is left of what all evaluation that one request causes may use together, however many commands it
 * has. What is found out but once, top-level values and contracts as their templates read them, is paid
 * for aside, with as many steps once more: a submission may do the same whether or not one before it has
 * found out, unless all that there is to find out takes more than these.
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
