import type { CodeEntryPoint } from "../code/code-store.ts";
import type { EvaluationBudget } from "../runtime/budget.ts";
import type { RuntimeValue } from "../runtime/runtime-value.ts";

/** Number of words of a waiting call: the next instruction, the frame, and the register for the result. */
export const stackWordsPerCall = 3;

/** Initial number of registers, and of calls. */
const initialCapacity = 1 << 12;

/**
 * Number of registers that are kept while no code runs. Above it, the number grows in units of this size
 * and costs budget steps.
 */
export const registersPerChunk = 1 << 16;

/**
 * The state of running code. The frames of all waiting calls lie in one list, each after that of its
 * caller. Calls therefore neither allocate memory nor use the JavaScript stack, and their depth is limited
 * only by the budget for registers.
 */
export class CallStackFrames {
  readonly budget: EvaluationBudget;
  registers: (RuntimeValue | undefined)[] = emptyRegisters();
  calls: Int32Array = new Int32Array(initialCapacity * stackWordsPerCall);
  /** Position of the next instruction. */
  pc = 0;
  /** Start of the current frame. */
  base = 0;
  /** Start of the frame of the next call. */
  top = 0;
  /** Number of used words in `calls`. */
  waiting = 0;

  constructor(budget: EvaluationBudget) {
    this.budget = budget;
  }

  /**
   * Ensures capacity for one more call with a frame of this size. New memory costs one budget step per
   * register, because the platform's garbage collector scans it. Raises DAML_INTERPRETATION_ERROR if the
   * budget does not allow that many registers, and INTERPRETATION_TIME_EXCEEDED.
   */
  makeRoom(frameSize: number): void {
    const { registers, top, waiting, budget } = this;
    budget.assertCallLimits(waiting / stackWordsPerCall + 1, top + frameSize);
    if (waiting === this.calls.length) {
      const larger = new Int32Array(waiting * 2);
      larger.set(this.calls);
      this.calls = larger;
    }
    const { length } = registers;
    const needed = top + frameSize;
    if (needed <= length) return;
    const capacity =
      needed > registersPerChunk
        ? Math.ceil(needed / registersPerChunk) * registersPerChunk
        : Math.max(length * 2, needed);
    // Capacity that is kept between evaluations is not charged, so that each evaluation costs the same
    // number of steps.
    if (needed > registersPerChunk) {
      budget.chargeSteps(capacity - Math.max(length, registersPerChunk));
    }
    extendRegisters(registers, Math.max(Math.min(capacity, budget.registersAllowed), needed));
  }

  /**
   * Calls a body with a frame that begins with the values. The result goes into the register `to` of the
   * current frame.
   */
  pushCall(
    { entry, frameSize }: Omit<CodeEntryPoint, "arity">,
    values: readonly RuntimeValue[],
    to: number,
  ): void {
    this.makeRoom(frameSize);
    const { calls, waiting } = this;
    calls[waiting] = this.pc;
    calls[waiting + 1] = this.base;
    calls[waiting + 2] = to;
    this.waiting = waiting + stackWordsPerCall;
    this.beginBody({ entry, frameSize }, values);
  }

  /** Continues in a body, with a new frame on top that begins with the values. */
  beginBody(
    { entry, frameSize }: Omit<CodeEntryPoint, "arity">,
    values: readonly RuntimeValue[],
  ): void {
    this.makeRoom(frameSize);
    let register = this.top;
    for (const value of values) this.registers[register++] = value;
    this.pc = entry;
    this.base = this.top;
    this.top += frameSize;
  }

  /** Resets the state when nothing is running. */
  resetState(): void {
    this.pc = 0;
    this.base = 0;
    this.top = 0;
    this.waiting = 0;
    this.releaseMemory();
  }

  /** Releases the values in the registers, which may be large. Call it only while nothing is running. */
  clear(): void {
    this.registers.fill(undefined);
  }

  /** Releases the memory of deep recursion. Call it only while nothing is running. */
  releaseMemory(): void {
    if (this.registers.length > registersPerChunk) this.registers = emptyRegisters();
    if (this.calls.length > registersPerChunk * stackWordsPerCall) {
      this.calls = new Int32Array(initialCapacity * stackWordsPerCall);
    }
  }
}

const emptyRegisters = (): (RuntimeValue | undefined)[] => extendRegisters([], initialCapacity);

/**
 * Extends the list to this length, element by element. A list created with a length has holes and is
 * slower to read.
 */
const extendRegisters = (
  registers: (RuntimeValue | undefined)[],
  length: number,
): (RuntimeValue | undefined)[] => {
  while (registers.length < length) registers.push(undefined);
  return registers;
};
