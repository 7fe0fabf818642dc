import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import { type StepQuota, Suspension, unlimitedQuota } from "../../engine/suspension.ts";
import { engineFault, interpretationError } from "../../transaction/interpretation-error.ts";
import { Allowance } from "./allowance.ts";

/** No limits, for code that runs outside of any request. */
const unlimited = new Allowance({ maxSteps: Number.MAX_SAFE_INTEGER });

/** The state of a budget while an evaluation is suspended. */
export interface InterruptedBudget {
  readonly left: number;
  readonly aside: number;
  /** The cost of the call at which the evaluation was suspended. */
  readonly first: number;
}

/**
 * The remaining quota of the current evaluation. It counts steps instead of time, so that the outcome is
 * the same on every machine. A program has one budget: evaluations are nested, never concurrent, and each
 * restores the state of the outer one. Before the first evaluation there is no limit.
 */
export class Budget {
  /** The number of remaining steps. */
  left: number = unlimited.steps;
  /** A call that would leave fewer steps than this must call {@link isTurnOver} first. */
  next = 0;
  /** The cost of the call that calls it. */
  due = 0;
  /** Maximum number of waiting calls, and of their registers. */
  registersAllowed: number = Number.POSITIVE_INFINITY;
  #allowance = unlimited;
  /** Nesting depth of evaluations that are charged to the separate quota; 0 outside of them. */
  #aside = 0;
  /** The value of `left` when the separate quota was last charged. */
  #told = 0;
  /**
   * True if the running code can be suspended: a performed update can; template code that its actions run
   * cannot.
   */
  #isPerforming = false;
  /** True if code is restarted from the beginning after a suspension, so it can be suspended anywhere. */
  #beginsAgain = false;
  /**
   * The values of `left` at which the time slice ends, and at which uninterruptible code exceeds its
   * maximum.
   */
  #turnEnd = Number.NEGATIVE_INFINITY;
  #deadline = Number.NEGATIVE_INFINITY;
  #firstOfNext = 0;
  /** The sum of all changes of `left` that are no steps. */
  #moved = 0;
  /** Minimum of `left` after work that is charged without a call. */
  #floor = 0;

  /**
   * Runs an evaluation with the remaining quota of the allowance. A nested evaluation with the same
   * allowance uses the quota of the outer one. The steps used are subtracted from the step quota of the
   * time slice. Raises INTERPRETATION_TIME_EXCEEDED and DAML_INTERPRETATION_ERROR.
   */
  within<T>(allowance: Allowance, evaluate: () => T, quota: StepQuota = unlimitedQuota): T {
    if (allowance === this.#allowance) return evaluate();
    const { left, registersAllowed } = this;
    const [outer, aside, told] = [this.#allowance, this.#aside, this.#told];
    const [isPerforming, turnEnd, deadline] = [this.#isPerforming, this.#turnEnd, this.#deadline];
    const restarts = this.#beginsAgain;
    this.#allowance = allowance;
    this.#aside = 0;
    this.#moved += allowance.steps - left;
    this.left = allowance.steps;
    this.registersAllowed = allowance.maxRegisters;
    this.#turnEnd = this.left - quota.steps;
    this.#beginsAgain = quota.restarts ?? false;
    this.beginAction();
    try {
      return evaluate();
    } finally {
      quota.steps = this.left - this.#turnEnd;
      allowance.steps = this.left;
      this.#allowance = outer;
      this.#aside = aside;
      this.#told = told;
      this.#moved += left - this.left;
      this.left = left;
      this.registersAllowed = registersAllowed;
      this.#isPerforming = isPerforming;
      this.#turnEnd = turnEnd;
      this.#deadline = deadline;
      this.#beginsAgain = restarts;
      this.#watch();
    }
  }

  /** Counts all steps, in all quotas; only differences are meaningful. */
  get spent(): number {
    return this.#moved - this.left;
  }

  /** Returns the remaining steps of an allowance, also while code runs with it. */
  stepsLeft(allowance: Allowance): number {
    return allowance === this.#allowance && this.#aside === 0 ? this.left : allowance.steps;
  }

  /**
   * Starts code that cannot be suspended, and that may take at most the maximum number of uninterrupted
   * steps.
   */
  beginAction(): void {
    this.#isPerforming = false;
    this.#deadline = this.left - this.#allowance.maxStepsAtOnce;
    this.#watch();
  }

  /** Starts code that can be suspended. */
  perform(): void {
    this.#isPerforming = true;
    this.#watch();
  }

  get isPerforming(): boolean {
    return this.#isPerforming;
  }

  #watch(): void {
    const { left } = this;
    const isTurn = this.#isPerforming || this.#beginsAgain;
    this.next = Math.max(0, isTurn ? this.#turnEnd : this.#deadline);
    const besides =
      this.#isPerforming && !this.#beginsAgain ? this.#allowance.maxStepsAtOnce / 2 : 0;
    // Code earlier in this time slice may have exceeded it.
    this.#floor = Math.max(0, Math.min(this.next, left) - besides);
  }

  /**
   * Returns true if the time slice is over. Raises INTERPRETATION_TIME_EXCEEDED if the call exceeds the
   * quota.
   */
  isTurnOver(): boolean {
    const { due, left, next } = this;
    if (due === 0) return false;
    this.due = 0;
    if (left >= due && this.#isPerforming && next > 0) {
      this.#firstOfNext = due;
      return true;
    }
    this.left -= due;
    throw this.#tooMuch();
  }

  #tooMuch(): Error {
    return this.#beginsAgain && this.left >= 0 ? new Suspension(beginAgain) : outOfBudget();
  }

  /** Returns the state for {@link resume}, within the same allowance. */
  interrupted(): InterruptedBudget {
    this.#tell();
    return { left: this.left, aside: this.#aside, first: this.#firstOfNext };
  }

  /** Restores the state. The first call is always executed, so that each time slice makes progress. */
  resume({ left, aside, first }: InterruptedBudget): void {
    this.#moveTo(left);
    this.#turnEnd = Math.min(this.#turnEnd, left - first);
    this.#watch();
    this.#aside = aside;
    this.#told = left;
  }

  /** Continues counting from `left`; the rest of the time slice is unchanged. */
  #moveTo(left: number): void {
    const by = left - this.left;
    this.#moved += by;
    this.left = left;
    this.#turnEnd += by;
    this.#deadline += by;
    this.#watch();
  }

  /** Runs an evaluation whose result is cached, charged to the separate quota; see {@link Allowance}. */
  aside<T>(evaluate: () => T): T {
    const left = this.beginAside();
    try {
      return evaluate();
    } finally {
      this.endAside(left);
    }
  }

  /** Starts charging to the separate quota. Returns the steps left until now, for {@link endAside}. */
  beginAside(): number {
    const { left } = this;
    this.#tell();
    this.#aside += 1;
    this.#moveTo(this.#allowance.stepsAside);
    this.#told = this.left;
    return left;
  }

  endAside(left: number): void {
    this.#tell();
    this.#aside -= 1;
    // The enclosing evaluation may be charged to the separate quota too.
    this.#moveTo(this.#aside === 0 ? left : Math.min(left, this.#allowance.stepsAside));
    this.#told = this.left;
  }

  #tell(): void {
    if (this.#aside > 0) this.#allowance.stepsAside -= this.#told - this.left;
  }

  /**
   * Charges one step. Raises INTERPRETATION_TIME_EXCEEDED if no step is left, or none that may be taken
   * without interruption.
   */
  takeStep(): void {
    this.left -= 1;
    if (this.left < this.#floor) throw this.#tooMuch();
  }

  /**
   * Charges work that is done without a call and cannot be interrupted. It may take half of the steps of an
   * action in addition to the rest of the time slice. Raises the errors of {@link takeStep}.
   */
  takeSteps(count: number): void {
    this.left -= count;
    if (this.left < this.#floor) throw this.#tooMuch();
  }

  /** Charges for iterating over characters; 128 cost one step. */
  takeStepsOfText(length: number): void {
    if (length >= 128) this.takeSteps(length >> 7);
  }

  /** Charges for processing characters individually; 8 cost one step. */
  takeStepsOfCharacters(count: number): void {
    if (count >= 8) this.takeSteps(count >> 3);
  }

  /** Charges for copying a list of fields, which may be retained; 4 cost one step. */
  takeStepsOfFields(count: number): void {
    if (count >= 4) this.takeSteps(count >> 2);
  }

  /** Charges for iterating over elements; 8 cost one step. */
  takeStepsOfElements(count: number): void {
    if (count >= 8) this.takeSteps(count >> 3);
  }

  /**
   * Charges for a node of the transaction. It lasts as long as the submission, and uses about as much
   * memory as 100 steps.
   */
  takeStepsOfNode(): void {
    this.takeSteps(100);
  }

  /**
   * Raises DAML_INTERPRETATION_ERROR if that many waiting calls or registers are not allowed. Exhausting
   * memory would end the process, unlike exhausting a stack.
   */
  assertHeld(calls: number, registers: number): void {
    if (calls <= this.registersAllowed && registers <= this.registersAllowed) return;
    throw interpretationError("DAML_INTERPRETATION_ERROR", {
      cause:
        `the evaluation recursed too deeply: ${calls} calls wait for one another and hold ` +
        `${registers} values, of which there may be ${this.registersAllowed}.`,
    });
  }
}

const beginAgain = (): never => {
  throw engineFault("What was to be begun again went on.");
};

export const outOfBudget = (): LedgerError =>
  ledgerError("INTERPRETATION_TIME_EXCEEDED", {
    cause:
      "The interpretation did not end within its budget of steps; the choice may not terminate.",
  });
