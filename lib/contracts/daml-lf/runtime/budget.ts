import { type LedgerError, ledgerError } from "../../../ground/errors/ledger-error.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";

/** What one evaluation may use. */
interface Allowance {
  /** Function applications and actions. */
  readonly maxSteps: number;
  /** Registers that calls which wait for one another may hold. Any number when absent. */
  readonly maxRegisters?: number;
}

/**
 * What the evaluation under way may still use. Counting steps, not measuring time, keeps its outcome the
 * same on every machine. A program has one budget: evaluations do not run beside but inside one another,
 * and each gives back what it found. Until the first begins there is no limit.
 */
export class Budget {
  /** How many more steps it may take. */
  left: number = Number.POSITIVE_INFINITY;
  /** How many registers calls that wait for one another may hold, and how many such calls there may be. */
  registersAllowed: number = Number.POSITIVE_INFINITY;
  /** With how many steps it began. */
  #whole = Number.POSITIVE_INFINITY;

  /** Runs an evaluation with so much. Raises INTERPRETATION_TIME_EXCEEDED and DAML_INTERPRETATION_ERROR. */
  within<T>(
    { maxSteps, maxRegisters = Number.POSITIVE_INFINITY }: Allowance,
    evaluate: () => T,
  ): T {
    const [left, whole, registersAllowed] = [this.left, this.#whole, this.registersAllowed];
    this.left = maxSteps;
    this.#whole = maxSteps;
    this.registersAllowed = maxRegisters;
    try {
      return evaluate();
    } finally {
      this.left = left;
      this.#whole = whole;
      this.registersAllowed = registersAllowed;
    }
  }

  /** Runs an evaluation with steps of its own, as many as the one around it began with. */
  anew<T>(evaluate: () => T): T {
    const left = this.beginAnew();
    try {
      return evaluate();
    } finally {
      this.resume(left);
    }
  }

  /** From now on the steps are as many as in the beginning; what was left of them is for {@link resume}. */
  beginAnew(): number {
    const { left } = this;
    this.left = this.#whole;
    return left;
  }

  resume(left: number): void {
    this.left = left;
  }

  /** Raises INTERPRETATION_TIME_EXCEEDED when there is no step left. */
  takeStep(): void {
    this.left -= 1;
    if (this.left < 0) throw outOfBudget();
  }

  /** For work that is done at once, without a call that would count. Raises as {@link takeStep}. */
  takeSteps(count: number): void {
    this.left -= count;
    if (this.left < 0) throw outOfBudget();
  }

  /** The same for going over so many characters, a hundred of which are as fast as a call. */
  takeStepsOfText(length: number): void {
    if (length >= 128) this.takeSteps(length >> 7);
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

export const outOfBudget = (): LedgerError =>
  ledgerError("INTERPRETATION_TIME_EXCEEDED", {
    cause:
      "The interpretation did not end within its budget of steps; the choice may not terminate.",
  });
