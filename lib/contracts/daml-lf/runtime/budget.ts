import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  type StepQuota,
  StepQuotaSuspension,
  unlimitedStepQuota,
} from "../../engine/suspension.ts";
import {
  createEngineFaultError,
  interpretationError,
} from "../../transaction/interpretation-error.ts";
import { RequestEvaluationQuota } from "./allowance.ts";

/** No limits, for code that runs outside of any request. */
const unlimitedAllowance = new RequestEvaluationQuota({ maxSteps: Number.MAX_SAFE_INTEGER });

/** The state of a budget while an evaluation is suspended. */
export interface SuspendedEvaluationBudget {
  readonly left: number;
  readonly chargeSeparately: number;
  /** The cost of the call at which the evaluation was suspended. */
  readonly first: number;
}

/**
 * The remaining quota of the current evaluation. It counts steps instead of time, so that the outcome is
 * the same on every machine. A program has one budget: evaluations are nested, never concurrent, and each
 * restores the state of the outer one. Before the first evaluation there is no limit.
 */
export class EvaluationBudget {
  /** The number of remaining steps. */
  left: number = unlimitedAllowance.steps;
  /** A call that would leave fewer steps than this must call {@link isSliceOver} first. */
  next = 0;
  /** The cost of the call that calls {@link isSliceOver}; 0 if there is none. */
  due = 0;
  /** Maximum number of waiting calls, and of their registers. */
  registersAllowed: number = Number.POSITIVE_INFINITY;
  #allowance = unlimitedAllowance;
  /**
   * Nesting depth of evaluations that are charged to the separate quota (see {@link RequestEvaluationQuota}); 0
   * while steps are charged to the main quota.
   */
  #aside = 0;
  /** The value of `left` when the separate quota was last charged. */
  #lastCharged = 0;
  /**
   * True while the code of an update runs, which can be suspended. False in all other code, such as
   * template code that an action of the update evaluates.
   */
  #isPerforming = false;
  /**
   * True if the caller restarts the code from the beginning after a suspension, so it can be suspended
   * anywhere.
   */
  #restarts = false;
  /** The value of `left` at which the time slice ends. */
  #sliceEnd = Number.NEGATIVE_INFINITY;

  /** The value of `left` at which code that cannot be suspended exceeds its maximum. */
  #deadline = Number.NEGATIVE_INFINITY;
  /** The cost of the call at which the time slice ended; the next time slice starts with it. */
  #firstOfNext = 0;
  /** The sum of all changes of `left` that are not steps. */
  #adjustments = 0;
  /** If a charge without a call would reduce `left` below this number, it throws an error. */
  #floor = 0;

  /**
   * Runs an evaluation with the remaining quota of the allowance. A nested evaluation with the same
   * allowance uses the quota of the outer one. The steps used are subtracted from the step quota of the
   * time slice. Raises INTERPRETATION_TIME_EXCEEDED and DAML_INTERPRETATION_ERROR.
   */
  runWithAllowance<T>(
    allowance: RequestEvaluationQuota,
    evaluate: () => T,
    quota: StepQuota = unlimitedStepQuota,
  ): T {
    if (allowance === this.#allowance) return evaluate();
    const { left, registersAllowed } = this;
    const [outer, evaluateSeparately, lastCharged] = [
      this.#allowance,
      this.#aside,
      this.#lastCharged,
    ];
    const [isPerforming, sliceEnd, deadline] = [this.#isPerforming, this.#sliceEnd, this.#deadline];
    const restarts = this.#restarts;
    this.#allowance = allowance;
    this.#aside = 0;
    this.#adjustments += allowance.steps - left;
    this.left = allowance.steps;
    this.registersAllowed = allowance.maxRegisters;
    this.#sliceEnd = this.left - quota.steps;
    this.#restarts = quota.restarts ?? false;
    this.beginAction();
    try {
      return evaluate();
    } finally {
      quota.steps = this.left - this.#sliceEnd;
      allowance.steps = this.left;
      this.#allowance = outer;
      this.#aside = evaluateSeparately;
      this.#lastCharged = lastCharged;
      this.#adjustments += left - this.left;
      this.left = left;
      this.registersAllowed = registersAllowed;
      this.#isPerforming = isPerforming;
      this.#sliceEnd = sliceEnd;
      this.#deadline = deadline;
      this.#restarts = restarts;
      this.#updateLimits();
    }
  }

  /** The number of steps taken so far, in all quotas. Only differences are meaningful. */
  get spentSteps(): number {
    return this.#adjustments - this.left;
  }

  /** Returns the remaining steps of an allowance, also while code runs with it. */
  stepsLeft(allowance: RequestEvaluationQuota): number {
    return allowance === this.#allowance && this.#aside === 0 ? this.left : allowance.steps;
  }

  /**
   * Starts code that cannot be suspended, and that may take at most the maximum number of uninterrupted
   * steps.
   */
  beginAction(): void {
    this.#isPerforming = false;
    this.#deadline = this.left - this.#allowance.maxStepsAtOnce;
    this.#updateLimits();
  }

  /** Starts code that can be suspended. */
  startSuspendableRun(): void {
    this.#isPerforming = true;
    this.#updateLimits();
  }

  get isPerforming(): boolean {
    return this.#isPerforming;
  }

  #updateLimits(): void {
    const { left } = this;
    const isSuspendable = this.#isPerforming || this.#restarts;
    this.next = Math.max(0, isSuspendable ? this.#sliceEnd : this.#deadline);
    const tolerance =
      this.#isPerforming && !this.#restarts ? this.#allowance.maxStepsAtOnce / 2 : 0;
    // Code that could not be suspended may already have exceeded the time slice.
    this.#floor = Math.max(0, Math.min(this.next, left) - tolerance);
  }

  /**
   * Returns true if the time slice is over. Raises INTERPRETATION_TIME_EXCEEDED if the call exceeds the
   * quota.
   */
  isSliceOver(): boolean {
    const { due, left, next } = this;
    if (due === 0) return false;
    this.due = 0;
    if (left >= due && this.#isPerforming && next > 0) {
      this.#firstOfNext = due;
      return true;
    }
    this.left -= due;
    throw this.#createExceededError();
  }

  #createExceededError(): Error {
    return this.#restarts && this.left >= 0
      ? new StepQuotaSuspension(throwCannotResume)
      : createStepBudgetExceededError();
  }

  /** Returns the state for {@link restoreState}, within the same allowance. */
  saveState(): SuspendedEvaluationBudget {
    this.#chargeSeparateQuota();
    return { left: this.left, chargeSeparately: this.#aside, first: this.#firstOfNext };
  }

  /** Restores the state. The first call is always executed, so that each time slice makes progress. */
  restoreState({ left, chargeSeparately, first }: SuspendedEvaluationBudget): void {
    this.#continueCountingFrom(left);
    this.#sliceEnd = Math.min(this.#sliceEnd, left - first);
    this.#updateLimits();
    this.#aside = chargeSeparately;
    this.#lastCharged = left;
  }

  /** Continues counting from `left`; the rest of the time slice is unchanged. */
  #continueCountingFrom(left: number): void {
    const by = left - this.left;
    this.#adjustments += by;
    this.left = left;
    this.#sliceEnd += by;
    this.#deadline += by;
    this.#updateLimits();
  }

  /** Runs an evaluation whose result is cached, charged to the separate quota; see {@link RequestEvaluationQuota}. */
  runOnSeparateQuota<T>(evaluate: () => T): T {
    const left = this.beginSeparate();
    try {
      return evaluate();
    } finally {
      this.endSeparate(left);
    }
  }

  /** Starts charging to the separate quota. Returns the remaining steps of the current quota, for {@link endSeparate}. */
  beginSeparate(): number {
    const { left } = this;
    this.#chargeSeparateQuota();
    this.#aside += 1;
    this.#continueCountingFrom(this.#allowance.separateSteps);
    this.#lastCharged = this.left;
    return left;
  }

  endSeparate(left: number): void {
    this.#chargeSeparateQuota();
    this.#aside -= 1;
    // The enclosing evaluation may be charged to the separate quota too.
    this.#continueCountingFrom(
      this.#aside === 0 ? left : Math.min(left, this.#allowance.separateSteps),
    );
    this.#lastCharged = this.left;
  }

  #chargeSeparateQuota(): void {
    if (this.#aside > 0) this.#allowance.separateSteps -= this.#lastCharged - this.left;
  }

  /**
   * Charges one step. Raises INTERPRETATION_TIME_EXCEEDED if no step is left, or if code that cannot be
   * suspended has taken its maximum of steps.
   */
  chargeStep(): void {
    this.left -= 1;
    if (this.left < this.#floor) throw this.#createExceededError();
  }

  /**
   * Charges work that is done without a call and cannot be interrupted. In an update, the work may
   * exceed the time slice by at most half of `maxStepsAtOnce`. Raises the errors of {@link chargeStep}.
   */
  chargeSteps(count: number): void {
    this.left -= count;
    if (this.left < this.#floor) throw this.#createExceededError();
  }

  /** Charges for iterating over characters; 128 cost one step. */
  chargeForText(length: number): void {
    if (length >= 128) this.chargeSteps(length >> 7);
  }

  /** Charges for processing characters individually; 8 cost one step. */
  chargeForCharacters(count: number): void {
    if (count >= 8) this.chargeSteps(count >> 3);
  }

  /** Charges for copying a list of fields, which may stay in memory; 4 cost one step. */
  chargeForFields(count: number): void {
    if (count >= 4) this.chargeSteps(count >> 2);
  }

  /** Charges for iterating over elements; 8 cost one step. */
  chargeForElements(count: number): void {
    if (count >= 8) this.chargeSteps(count >> 3);
  }

  /**
   * Charges for a node of the transaction. The node exists as long as the submission, and uses about as
   * much memory as 100 steps.
   */
  chargeForNode(): void {
    this.chargeSteps(100);
  }

  /**
   * Raises DAML_INTERPRETATION_ERROR if this number of waiting calls or registers exceeds the limit.
   * Without the limit, deep recursion would use up the memory and end the process.
   */
  assertCallLimits(calls: number, registers: number): void {
    if (calls <= this.registersAllowed && registers <= this.registersAllowed) return;
    throw interpretationError("DAML_INTERPRETATION_ERROR", {
      cause:
        `the evaluation recursed too deeply: ${calls} calls wait for one another and hold ` +
        `${registers} values; the limit for each is ${this.registersAllowed}.`,
    });
  }
}

const throwCannotResume = (): never => {
  throw createEngineFaultError("An evaluation that must be restarted was resumed.");
};

export const createStepBudgetExceededError = (): LedgerError =>
  ledgerError("INTERPRETATION_TIME_EXCEEDED", {
    cause:
      "The interpretation did not end within its limit of evaluation steps; the choice may not terminate.",
  });
