import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import { type Pace, Suspension, unpaced } from "../../engine/suspension.ts";
import { engineFault, interpretationError } from "../../transaction/interpretation-error.ts";
import { Allowance } from "./allowance.ts";

/** Without limits, for code that runs outside of any request. */
const unlimited = new Allowance({ maxSteps: Number.MAX_SAFE_INTEGER });

/** What a budget has in hand while an evaluation is interrupted. */
export interface InterruptedBudget {
  readonly left: number;
  readonly aside: number;
  /** What the call takes that it was interrupted at. */
  readonly first: number;
}

/**
 * What the evaluation under way may still use. Counting steps, not measuring time, keeps its outcome the
 * same on every machine. A program has one budget: evaluations do not run beside but inside one another,
 * and each gives back what it found. Until the first begins there is no limit.
 */
export class Budget {
  /** How many more steps it may take. */
  left: number = unlimited.steps;
  /** A call that leaves fewer steps than so many asks {@link isTurnOver} first. */
  next = 0;
  /** What the call takes that asks. */
  due = 0;
  /** How many registers calls that wait for one another may hold, and how many such calls there may be. */
  registersAllowed: number = Number.POSITIVE_INFINITY;
  #allowance = unlimited;
  /** How many evaluations that are paid for aside are inside one another, 0 when there is none. */
  #aside = 0;
  /** What `left` was when the allowance was last told what is used up. */
  #told = 0;
  /** Whether what runs can be interrupted: an update that is performed can, what its actions ask of templates cannot. */
  #isPerforming = false;
  /** Whether the turn is over wherever it is, as what runs is begun once more. */
  #beginsAgain = false;
  /** What is left when the turn is over, and when what runs has taken all that it may take at once. */
  #turnEnd = Number.NEGATIVE_INFINITY;
  #deadline = Number.NEGATIVE_INFINITY;
  #firstOfNext = 0;
  /** Work that is done at once, without a call, may leave no fewer steps. */
  #floor = 0;

  /**
   * Runs an evaluation with what is left of the allowance. One inside another with the same allowance goes
   * on with what the outer one has left. What is used is taken off the pace. Raises
   * INTERPRETATION_TIME_EXCEEDED and DAML_INTERPRETATION_ERROR.
   */
  within<T>(allowance: Allowance, evaluate: () => T, pace: Pace = unpaced): T {
    if (allowance === this.#allowance) return evaluate();
    const { left, registersAllowed } = this;
    const [outer, aside, told] = [this.#allowance, this.#aside, this.#told];
    const [isPerforming, turnEnd, deadline] = [this.#isPerforming, this.#turnEnd, this.#deadline];
    const beginsAgain = this.#beginsAgain;
    this.#allowance = allowance;
    this.#aside = 0;
    this.left = allowance.steps;
    this.registersAllowed = allowance.maxRegisters;
    this.#turnEnd = this.left - pace.steps;
    this.#beginsAgain = pace.beginsAgain ?? false;
    this.beginAction();
    try {
      return evaluate();
    } finally {
      pace.steps = this.left - this.#turnEnd;
      allowance.steps = this.left;
      this.#allowance = outer;
      this.#aside = aside;
      this.#told = told;
      this.left = left;
      this.registersAllowed = registersAllowed;
      this.#isPerforming = isPerforming;
      this.#turnEnd = turnEnd;
      this.#deadline = deadline;
      this.#beginsAgain = beginsAgain;
      this.#watch();
    }
  }

  /** What runs from now on cannot be interrupted, and may take no more than is allowed at once. */
  beginAction(): void {
    this.#isPerforming = false;
    this.#deadline = this.left - this.#allowance.maxStepsAtOnce;
    this.#watch();
  }

  /** What runs from now on can be interrupted. */
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
    // What went before in this turn may have taken more than was left of it.
    this.#floor = Math.max(0, Math.min(this.next, left) - besides);
  }

  /** True unless nothing is due. Raises INTERPRETATION_TIME_EXCEEDED when what is due may not be taken at all. */
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

  /** For {@link resume}, within the same allowance. */
  interrupted(): InterruptedBudget {
    this.#tell();
    return { left: this.left, aside: this.#aside, first: this.#firstOfNext };
  }

  /** The first call is made in any case, so that each turn comes further. */
  resume({ left, aside, first }: InterruptedBudget): void {
    this.#moveTo(left);
    this.#turnEnd = Math.min(this.#turnEnd, left - first);
    this.#watch();
    this.#aside = aside;
    this.#told = left;
  }

  /** Goes on counting from there; what is left of the turn stays as it is. */
  #moveTo(left: number): void {
    const by = left - this.left;
    this.left = left;
    this.#turnEnd += by;
    this.#deadline += by;
    this.#watch();
  }

  /** Runs an evaluation whose outcome is kept: see {@link Allowance}. */
  aside<T>(evaluate: () => T): T {
    const left = this.beginAside();
    try {
      return evaluate();
    } finally {
      this.endAside(left);
    }
  }

  /** From now on it is paid for aside; what was left until now is for {@link endAside}. */
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
    // What is around it may be paid for aside, too.
    this.#moveTo(this.#aside === 0 ? left : Math.min(left, this.#allowance.stepsAside));
    this.#told = this.left;
  }

  #tell(): void {
    if (this.#aside > 0) this.#allowance.stepsAside -= this.#told - this.left;
  }

  /** Raises INTERPRETATION_TIME_EXCEEDED when there is no step left, or none of those that may be taken at once. */
  takeStep(): void {
    this.left -= 1;
    if (this.left < this.#floor) throw this.#tooMuch();
  }

  /**
   * For work that is done at once, without a call that would count, and that cannot be interrupted: it may take half of what
   * an action may, besides what is left of the turn. Raises as {@link takeStep}.
   */
  takeSteps(count: number): void {
    this.left -= count;
    if (this.left < this.#floor) throw this.#tooMuch();
  }

  /** The same for going over so many characters, a hundred of which are as fast as a call. */
  takeStepsOfText(length: number): void {
    if (length >= 128) this.takeSteps(length >> 7);
  }

  /** The same for working out each of so many characters. */
  takeStepsOfCharacters(count: number): void {
    if (count >= 8) this.takeSteps(count >> 3);
  }

  /** The same for a copy of a list of so many fields, which may be kept. */
  takeStepsOfFields(count: number): void {
    if (count >= 4) this.takeSteps(count >> 2);
  }

  /** The same for going over so many elements. */
  takeStepsOfElements(count: number): void {
    if (count >= 8) this.takeSteps(count >> 3);
  }

  /**
   * The same for a node of the transaction: it lasts as long as the submission, and so many steps leave
   * about as much in memory.
   */
  takeStepsOfNode(): void {
    this.takeSteps(100);
  }

  /**
   * Raises DAML_INTERPRETATION_ERROR when so many calls may not wait for one another, or not hold so many
   * registers: memory, unlike a stack, ends with the process.
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
