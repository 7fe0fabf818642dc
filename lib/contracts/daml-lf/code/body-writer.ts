import { type PlatformFunctions } from "../runtime/platform-functions.ts";
import { type RuntimeValue, unit } from "../runtime/runtime-value.ts";
import { callWords, tailCallWords } from "./call-words.ts";
import { type Action, addTo, type Body, type CodeStore } from "./code-store.ts";
import * as op from "./instructions.ts";

/** Number of instructions after which a body charges the budget; they take about as long as a few calls. */
const instructionsPerToll = 32;
const stepsPerToll = 4;

/** Writes the instructions of one function or update. */
export class BodyWriter {
  protected readonly store: CodeStore;
  readonly #words: number[] = [];
  /** The MARK instructions, each with its offset in the body and its source place. */
  #marks: (readonly [offset: number, place: number])[] | undefined;
  /** The first free register, and the number of registers. */
  #free: number;
  #frameSize: number;
  /** Number of instructions since the last charge to the budget. */
  #unpaid = 0;

  /** `filled` registers are in use from the beginning. */
  constructor(store: CodeStore, filled: number) {
    this.store = store;
    this.#free = filled;
    this.#frameSize = filled;
  }

  /** Returns the body after everything in it was compiled. */
  finish(arity: number): Body {
    const entry = this.store.append(this.#words);
    if (this.#marks !== undefined) this.store.trace?.stored(entry, this.#marks);
    return { entry, frameSize: this.#frameSize, arity };
  }

  emit(...words: readonly number[]): void {
    this.#emitAll(words);
  }

  /**
   * Appends words of any number; spreading them into one call could exceed the platform's argument limit.
   */
  #emitAll(words: readonly number[]): void {
    if (this.#unpaid === instructionsPerToll) {
      this.#words.push(op.TOLL, stepsPerToll);
      this.#unpaid = 0;
    }
    this.#unpaid += 1;
    const { trace } = this.store;
    if (trace !== undefined && op.canRaise.has(words[0] ?? -1)) this.#mark(trace.place());
    for (const word of words) this.#words.push(word);
  }

  #mark(place: number): void {
    this.#marks ??= [];
    this.#marks.push([this.#words.length, place]);
    this.#words.push(op.MARK, place);
  }

  /** Emits a jump whose target is not known yet. Returns the value that {@link land} needs. */
  jump(operation: number, ...words: readonly number[]): number {
    this.emit(operation, 0, ...words);
    return this.#words.length - words.length - 1;
  }

  /** Returns the position of the next instruction, for {@link jumpBack}. */
  position(): number {
    return this.#words.length;
  }

  jumpBack(position: number): void {
    this.emit(op.JUMP, position - this.#words.length - 2);
  }

  /** Emits the jump distances of a switch, whose targets are not known yet. */
  distances(count: number): { readonly jumps: readonly number[]; readonly after: number } {
    const first = this.#words.length;
    for (let each = 0; each < count; each += 1) this.#words.push(0);
    const jumps = Array.from({ length: count }, (_, index) => first + index);
    return { jumps, after: this.#words.length };
  }

  /**
   * Sets the target of a jump to the next instruction. The distance counts from the word after the jump, or
   * from `after`.
   */
  land(jump: number, after = jump + 1): void {
    this.#words[jump] = this.#words.length - after;
  }

  /** Allocates a register. */
  register(): number {
    const register = this.#free;
    this.#free += 1;
    this.#frameSize = Math.max(this.#frameSize, this.#free);
    return register;
  }

  /** Runs `compile` and then frees the registers that it allocated. */
  temporarily<T>(compile: () => T): T {
    const free = this.#free;
    const result = compile();
    this.#free = free;
    return result;
  }

  constant(value: RuntimeValue): number {
    return ~addTo(this.store.constants, value);
  }

  /** Emits the call of a JavaScript function. */
  platformCall(to: number, functions: PlatformFunctions, values: readonly number[]): void {
    const { callsBack = false, run, run1, run2 } = functions;
    const { platform1, platform2, platformMany } = this.store;
    if (callsBack) {
      this.emit(op.CALL_BACK, to, addTo(platformMany, run), values.length, ...values);
    } else if (values.length === 1 && run1 !== undefined) {
      this.emit(op.PLATFORM_1, to, addTo(platform1, run1), ...values);
    } else if (values.length === 2 && run2 !== undefined) {
      this.emit(op.PLATFORM_2, to, addTo(platform2, run2), ...values);
    } else {
      this.emit(op.PLATFORM_MANY, to, addTo(platformMany, run), values.length, ...values);
    }
  }

  /** Emits one ledger action. */
  act(to: number, operands: readonly number[], action: Action): void {
    const [first = this.constant(unit), second = this.constant(unit)] = operands;
    this.emit(op.ACT, to, addTo(this.store.actions, action), first, second);
  }

  /** Emits the application of a function; without `to`, in tail position. */
  call(to: number | undefined, fun: number, args: readonly number[]): void {
    this.#emitAll(
      to === undefined
        ? tailCallWords(this.register(), { fun, args })
        : callWords(to, { fun, args }),
    );
  }
}

/** Returns the registers from 0 up to `count`. */
export const registersTo = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index);
