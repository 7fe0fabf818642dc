import { type PlatformFunctions } from "../runtime/platform-functions.ts";
import { type RuntimeValue, unit } from "../runtime/runtime-value.ts";
import { callWords, tailCallWords } from "./call-words.ts";
import { type Action, addTo, type Body, type CodeStore } from "./code-store.ts";
import * as op from "./instructions.ts";

/** After so many instructions, which all take about as long as a few calls, a body pays for them. */
const instructionsPerToll = 32;
const stepsPerToll = 4;

/** Writes the instructions of one function or update. */
export class BodyWriter {
  protected readonly store: CodeStore;
  readonly #words: number[] = [];
  /** Where MARK instructions are, and the place of each. */
  #marks: (readonly [offset: number, place: number])[] | undefined;
  /** The first register that holds nothing, and how many there are. */
  #free: number;
  #frameSize: number;
  /** Instructions that nothing is paid for yet. */
  #unpaid = 0;

  /** With that many registers filled from the beginning. */
  constructor(store: CodeStore, filled: number) {
    this.store = store;
    this.#free = filled;
    this.#frameSize = filled;
  }

  /** The body, once everything in it is compiled. */
  finish(arity: number): Body {
    const entry = this.store.append(this.#words);
    if (this.#marks !== undefined) this.store.trace?.stored(entry, this.#marks);
    return { entry, frameSize: this.#frameSize, arity };
  }

  emit(...words: readonly number[]): void {
    this.#emitAll(words);
  }

  /** However many they are: the platform takes only so many arguments. */
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

  /** Emits an instruction that jumps, still to nowhere; gives what {@link land} takes. */
  jump(operation: number, ...words: readonly number[]): number {
    this.emit(operation, 0, ...words);
    return this.#words.length - words.length - 1;
  }

  /** Where the next instruction stands, for {@link jumpBack}. */
  position(): number {
    return this.#words.length;
  }

  jumpBack(position: number): void {
    this.emit(op.JUMP, position - this.#words.length - 2);
  }

  /** Emits the distances of a switch, all of them still to nowhere. */
  distances(count: number): { readonly jumps: readonly number[]; readonly after: number } {
    const first = this.#words.length;
    for (let each = 0; each < count; each += 1) this.#words.push(0);
    const jumps = Array.from({ length: count }, (_, index) => first + index);
    return { jumps, after: this.#words.length };
  }

  /** Lets a jump lead to what is emitted next. Distances count from the word after it, or from `after`. */
  land(jump: number, after = jump + 1): void {
    this.#words[jump] = this.#words.length - after;
  }

  /** A register that holds nothing. */
  register(): number {
    const register = this.#free;
    this.#free += 1;
    this.#frameSize = Math.max(this.#frameSize, this.#free);
    return register;
  }

  /** Compiles with registers that hold nothing any more afterwards. */
  temporarily<T>(compile: () => T): T {
    const free = this.#free;
    const result = compile();
    this.#free = free;
    return result;
  }

  constant(value: RuntimeValue): number {
    return ~addTo(this.store.constants, value);
  }

  /** Code that applies a function of the platform. */
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

  /** Code that does one action on the ledger. */
  act(to: number, operands: readonly number[], action: Action): void {
    const [first = this.constant(unit), second = this.constant(unit)] = operands;
    this.emit(op.ACT, to, addTo(this.store.actions, action), first, second);
  }

  /** Code that applies a function; in tail position without a register for the result. */
  call(to: number | undefined, fun: number, args: readonly number[]): void {
    this.#emitAll(
      to === undefined
        ? tailCallWords(this.register(), { fun, args })
        : callWords(to, { fun, args }),
    );
  }
}

/** The first so many registers. */
export const registersTo = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index);
