import { type JavaScriptFunctionByArity } from "../runtime/javascript-functions.ts";
import { type RuntimeValue, unit } from "../runtime/runtime-value.ts";
import {
  addPoolEntry,
  type CodeEntryPoint,
  type LedgerActionFunction,
  type ProgramCodeStore,
} from "./code-store.ts";
import { encodeCallInstruction, encodeTailCall } from "./encode-call-instruction.ts";
import * as op from "./instructions.ts";

/** Number of instructions after which a body charges the budget. */
const instructionsPerCharge = 32;
/** Steps charged for these instructions, which take about as long as this number of calls. */
const stepsPerCharge = 4;

/** Writes the instructions of one function or update. */
export class FunctionCodeWriter {
  protected readonly store: ProgramCodeStore;
  readonly #words: number[] = [];
  /** The MARK instructions: the offset in the body and the number of the source place. */
  #marks: (readonly [offset: number, place: number])[] | undefined;
  /** The first free register, and the number of registers. */
  #free: number;
  #frameSize: number;
  /** Number of instructions since the last charge to the budget. */
  #uncharged = 0;

  /** `filled` registers are in use from the beginning. */
  constructor(store: ProgramCodeStore, filled: number) {
    this.store = store;
    this.#free = filled;
    this.#frameSize = filled;
  }

  /** Appends the instructions to the store and returns the finished body. */
  finishBody(arity: number): CodeEntryPoint {
    const entry = this.store.append(this.#words);
    if (this.#marks !== undefined) this.store.trace?.recordMarks(entry, this.#marks);
    return { entry, frameSize: this.#frameSize, arity };
  }

  emit(...words: readonly number[]): void {
    this.#emitAll(words);
  }

  /**
   * Appends words. Takes an array, because spreading many words into one call could exceed the platform's
   * argument limit.
   */
  #emitAll(words: readonly number[]): void {
    if (this.#uncharged === instructionsPerCharge) {
      this.#words.push(op.CHARGE_STEPS_OPCODE, stepsPerCharge);
      this.#uncharged = 0;
    }
    this.#uncharged += 1;
    const { trace } = this.store;
    if (trace !== undefined && op.errorRaisingInstructions.has(words[0] ?? -1)) {
      this.#emitMark(trace.currentPlace());
    }
    for (const word of words) this.#words.push(word);
  }

  #emitMark(place: number): void {
    this.#marks ??= [];
    this.#marks.push([this.#words.length, place]);
    this.#words.push(op.MARK_SOURCE_PLACE_OPCODE, place);
  }

  /** Emits a jump whose target is not known yet. Returns the value that {@link setTarget} needs. */
  emitJump(operation: number, ...words: readonly number[]): number {
    this.emit(operation, 0, ...words);
    return this.#words.length - words.length - 1;
  }

  /** Returns the position of the next instruction, for {@link emitJumpBack}. */
  getPosition(): number {
    return this.#words.length;
  }

  emitJumpBack(position: number): void {
    this.emit(op.JUMP_OPCODE, position - this.#words.length - 2);
  }

  /** Emits placeholders for the jump distances of a switch before its targets are known. */
  reserveDistances(count: number): { readonly jumps: readonly number[]; readonly after: number } {
    const first = this.#words.length;
    for (let each = 0; each < count; each += 1) this.#words.push(0);
    const jumps = Array.from({ length: count }, (_, index) => first + index);
    return { jumps, after: this.#words.length };
  }

  /**
   * Sets the target of a jump to the next instruction. The distance counts from the word after the jump, or
   * from `after`.
   */
  setTarget(jump: number, after = jump + 1): void {
    this.#words[jump] = this.#words.length - after;
  }

  /** Allocates a register. */
  allocateRegister(): number {
    const register = this.#free;
    this.#free += 1;
    this.#frameSize = Math.max(this.#frameSize, this.#free);
    return register;
  }

  /** Runs `compile` and then frees the registers that it allocated. */
  runWithTemporaryRegisters<T>(compile: () => T): T {
    const free = this.#free;
    const result = compile();
    this.#free = free;
    return result;
  }

  addConstant(value: RuntimeValue): number {
    return ~addPoolEntry(this.store.constants, value);
  }

  /** Emits the call of a JavaScript function. */
  emitPlatformCall(
    to: number,
    functions: JavaScriptFunctionByArity,
    values: readonly number[],
  ): void {
    const { callsBack = false, run, run1, run2 } = functions;
    const { unaryFunctions, binaryFunctions, otherFunctions } = this.store;
    if (callsBack) {
      this.emit(
        op.CALL_JAVASCRIPT_REENTRANT_OPCODE,
        to,
        addPoolEntry(otherFunctions, run),
        values.length,
        ...values,
      );
    } else if (values.length === 1 && run1 !== undefined) {
      this.emit(op.CALL_JAVASCRIPT_1_OPCODE, to, addPoolEntry(unaryFunctions, run1), ...values);
    } else if (values.length === 2 && run2 !== undefined) {
      this.emit(op.CALL_JAVASCRIPT_2_OPCODE, to, addPoolEntry(binaryFunctions, run2), ...values);
    } else {
      this.emit(
        op.CALL_JAVASCRIPT_MANY_OPCODE,
        to,
        addPoolEntry(otherFunctions, run),
        values.length,
        ...values,
      );
    }
  }

  /** Emits one ledger action. */
  emitAction(to: number, operands: readonly number[], action: LedgerActionFunction): void {
    const [first = this.addConstant(unit), second = this.addConstant(unit)] = operands;
    this.emit(
      op.PERFORM_LEDGER_ACTION_OPCODE,
      to,
      addPoolEntry(this.store.actions, action),
      first,
      second,
    );
  }

  /** Emits the application of a function; without `to`, in tail position. */
  emitCall(to: number | undefined, fun: number, args: readonly number[]): void {
    this.#emitAll(
      to === undefined
        ? encodeTailCall(this.allocateRegister(), { fun, args })
        : encodeCallInstruction(to, { fun, args }),
    );
  }
}

/** Returns the registers from 0 up to `count`. */
export const listRegistersFromZero = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index);
