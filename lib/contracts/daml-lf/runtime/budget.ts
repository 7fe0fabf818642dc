import { type LedgerError, ledgerError } from "../../../ground/errors/ledger-error.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import { Allowance } from "./allowance.ts";

/** Without limits, for code that runs outside of any request. */
const unlimited = new Allowance({ maxSteps: Number.MAX_SAFE_INTEGER });

/**
 * What the evaluation under way may still use. Counting steps, not measuring time, keeps its outcome the
 * same on every machine. A program has one budget: evaluations do not run beside but inside one another,
 * and each gives back what it found. Until the first begins there is no limit.
 */
export class Budget {
  /** How many more steps it may take. */
  left: number = unlimited.steps;
  /** How many registers calls that wait for one another may hold, and how many such calls there may be. */
  registersAllowed: number = Number.POSITIVE_INFINITY;
  #allowance = unlimited;
  /** How many evaluations that are paid for aside are inside one another, 0 when there is none. */
  #aside = 0;
  /** What `left` was when the allowance was last told what is used up. */
  #told = 0;

  /**
   * Runs an evaluation with what is left of the allowance. One inside another with the same allowance goes
   * on with what the outer one has left. Raises INTERPRETATION_TIME_EXCEEDED and DAML_INTERPRETATION_ERROR.
   */
  within<T>(allowance: Allowance, evaluate: () => T): T {
    if (allowance === this.#allowance) return evaluate();
    const { left, registersAllowed } = this;
    const [outer, aside, told] = [this.#allowance, this.#aside, this.#told];
    this.#allowance = allowance;
    this.#aside = 0;
    this.left = allowance.steps;
    this.registersAllowed = allowance.maxRegisters;
    try {
      return evaluate();
    } finally {
      allowance.steps = this.left;
      this.#allowance = outer;
      this.#aside = aside;
      this.#told = told;
      this.left = left;
      this.registersAllowed = registersAllowed;
    }
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
    this.left = this.#told = this.#allowance.stepsAside;
    return left;
  }

  endAside(left: number): void {
    this.#tell();
    this.#aside -= 1;
    // What is around it may be paid for aside, too.
    this.left = this.#aside === 0 ? left : Math.min(left, this.#allowance.stepsAside);
    this.#told = this.left;
  }

  #tell(): void {
    if (this.#aside > 0) this.#allowance.stepsAside -= this.#told - this.left;
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

export const outOfBudget = (): LedgerError =>
  ledgerError("INTERPRETATION_TIME_EXCEEDED", {
    cause:
      "The interpretation did not end within its budget of steps; the choice may not terminate.",
  });
