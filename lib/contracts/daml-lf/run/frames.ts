import type { Body } from "../code/code-store.ts";
import type { Budget } from "../runtime/budget.ts";
import type { RuntimeValue } from "../runtime/runtime-value.ts";

/** Words of a call that waits: where to go on, with which frame, and the register for the result. */
export const wordsOfCall = 3;

/** Registers, and calls, that there is room for at first. */
const atFirst = 1 << 12;

/** For how many there may be room when nothing runs; for so many more there is room at a time, and beyond these it takes steps. */
export const chunkOfRegisters = 1 << 16;

/**
 * What running code has in hand. The registers of all calls that wait for one another lie one frame after
 * the other in one list: the frame of a call begins where that of its caller ends. So calls neither
 * allocate, nor wait on the stack of the platform, and are as deep as the budget lets them hold registers.
 */
export class Frames {
  readonly budget: Budget;
  registers: (RuntimeValue | undefined)[] = emptyRegisters();
  calls: Int32Array = new Int32Array(atFirst * wordsOfCall);
  /** The next instruction. */
  pc = 0;
  /** Where the current frame begins. */
  base = 0;
  /** Where the frame of a call from here would begin. */
  top = 0;
  /** How many words of `calls` are taken. */
  waiting = 0;

  constructor(budget: Budget) {
    this.budget = budget;
  }

  /**
   * Makes room for one more call and for a frame of that size: memory that is new, and that the platform goes over as long as
   * it is held, so it takes a step for each register. Raises DAML_INTERPRETATION_ERROR where the budget does not allow for
   * so many, and INTERPRETATION_TIME_EXCEEDED.
   */
  makeRoom(frameSize: number): void {
    const { registers, top, waiting, budget } = this;
    budget.assertHeld(waiting / wordsOfCall + 1, top + frameSize);
    if (waiting === this.calls.length) {
      const larger = new Int32Array(waiting * 2);
      larger.set(this.calls);
      this.calls = larger;
    }
    const { length } = registers;
    const needed = top + frameSize;
    if (needed <= length) return;
    const ample =
      needed > chunkOfRegisters
        ? Math.ceil(needed / chunkOfRegisters) * chunkOfRegisters
        : Math.max(length * 2, needed);
    // What is kept from one evaluation to the next is not counted, so that each takes as many steps.
    if (needed > chunkOfRegisters) budget.takeSteps(ample - Math.max(length, chunkOfRegisters));
    grown(registers, Math.max(Math.min(ample, budget.registersAllowed), needed));
  }

  /** Calls a body with a frame that begins with the values; its result goes into a register of this frame. */
  call(
    { entry, frameSize }: Omit<Body, "arity">,
    values: readonly RuntimeValue[],
    to: number,
  ): void {
    this.makeRoom(frameSize);
    const { calls, waiting } = this;
    calls[waiting] = this.pc;
    calls[waiting + 1] = this.base;
    calls[waiting + 2] = to;
    this.waiting = waiting + wordsOfCall;
    this.begin({ entry, frameSize }, values);
  }

  /** Goes on in a body, in a frame after all others that begins with the values. */
  begin({ entry, frameSize }: Omit<Body, "arity">, values: readonly RuntimeValue[]): void {
    this.makeRoom(frameSize);
    let register = this.top;
    for (const value of values) this.registers[register++] = value;
    this.pc = entry;
    this.base = this.top;
    this.top += frameSize;
  }

  /** Nothing runs any more. */
  rewind(): void {
    this.pc = 0;
    this.base = 0;
    this.top = 0;
    this.waiting = 0;
    this.trim();
  }

  /** Lets go of what registers hold: maybe all that a program made. To be called while nothing runs. */
  clear(): void {
    this.registers.fill(undefined);
  }

  /** Lets go of the memory that deep recursion took. To be called while nothing runs. */
  trim(): void {
    if (this.registers.length > chunkOfRegisters) this.registers = emptyRegisters();
    if (this.calls.length > chunkOfRegisters * wordsOfCall) {
      this.calls = new Int32Array(atFirst * wordsOfCall);
    }
  }
}

const emptyRegisters = (): (RuntimeValue | undefined)[] => grown([], atFirst);

/** Without holes, as a list made at its length would have them: they are slower to read. */
const grown = (
  registers: (RuntimeValue | undefined)[],
  room: number,
): (RuntimeValue | undefined)[] => {
  while (registers.length < room) registers.push(undefined);
  return registers;
};
