import { Suspension } from "../../engine/suspension.ts";
import { engineFault } from "../../transaction/interpretation-error.ts";
import { tailCallWords } from "../code/call-words.ts";
import type { Body, CodeStore } from "../code/code-store.ts";
import type { CodeStack, ExecutionTrace } from "../code/execution-trace.ts";
import { asFunction } from "../code/functions.ts";
import * as op from "../code/instructions.ts";
import type { LedgerActions } from "../code/ledger-actions.ts";
import { asKind, asUpdate } from "../runtime/as-kind.ts";
import type { Budget, InterruptedBudget } from "../runtime/budget.ts";
import { emptyRegisterError } from "../runtime/empty-register-error.ts";
import { DamlException } from "../runtime/exception.ts";
import type { RuntimeValue, UpdateV } from "../runtime/runtime-value.ts";
import { Frames, wordsOfCall } from "./frames.ts";
import { type HeldConstant, KeptConstants } from "./kept-constants.ts";
import { runInstructions } from "./run-instructions.ts";

/** The place at which to continue when an exception is thrown after {@link op.TRY}. */
interface Handler {
  readonly pc: number;
  readonly base: number;
  readonly top: number;
  readonly waiting: number;
  readonly register: number;
  /** Number of top-level values that were being evaluated. */
  readonly forcing: number;
}

/** A constant that is being evaluated. */
interface Forcing {
  /** The step count to restore afterwards. */
  readonly outer: number;
  /** The step count at the start of this evaluation. */
  readonly begun: number;
}

/** The state of a performed update, which is saved while it is suspended. */
interface Performance {
  readonly frames: Frames;
  readonly handlers: Handler[];
  readonly forcing: Map<number, Forcing>;
  readonly ledger: LedgerActions | undefined;
}

/**
 * Compiles a top-level value. Returns the body that evaluates it, or stores a function directly in its
 * constant.
 */
type CompileConstant = (constant: number) => Body | undefined;

/**
 * Runs compiled code (docs/decisions/0008) in one loop over the instructions. Frequent instructions are
 * executed in the loop, all others by `#slowly`. Operand reads are written out each time, because
 * JavaScript engines limit how much they inline into one function.
 */
export class Evaluator {
  readonly #store: CodeStore;
  readonly #compileConstant: CompileConstant;
  readonly #budget: Budget;
  readonly #applications: Body[] = [];
  #frames: Frames;
  #handlers: Handler[] = [];
  #forcing = new Map<number, Forcing>();
  readonly #constantBodies = new Map<number, Body>();
  readonly #kept: KeptConstants;
  #ledger: LedgerActions | undefined;

  constructor(store: CodeStore, budget: Budget, compileConstant: CompileConstant) {
    this.#store = store;
    this.#budget = budget;
    this.#frames = new Frames(budget);
    this.#compileConstant = compileConstant;
    this.#kept = new KeptConstants(store);
  }

  /**
   * Runs a body whose frame begins with the values, and returns its result. The call itself costs no budget
   * step.
   */
  run(body: Omit<Body, "arity">, values: readonly RuntimeValue[]): RuntimeValue {
    const { trace } = this.#store;
    if (trace === undefined) return this.#runBody(body, values);
    const { waiting } = this.#frames;
    if (waiting > 0 || this.#ledger !== undefined) {
      return trace.nested(waiting / wordsOfCall, () => this.#runBody(body, values));
    }
    trace.reset(this.#budget.spent);
    return this.#runBody(body, values);
  }

  #runBody(body: Omit<Body, "arity">, values: readonly RuntimeValue[]): RuntimeValue {
    const frames = this.#frames;
    const { pc, base, top, waiting } = frames;
    const handlers = this.#handlers.length;
    const forcing = this.#forcing.size;
    let isDone = false;
    try {
      frames.begin(body, values);
      const value = this.#run(waiting, handlers);
      isDone = true;
      return value;
    } catch (error) {
      this.#abandon(forcing, error);
      throw error;
    } finally {
      frames.pc = pc;
      frames.base = base;
      frames.top = top;
      frames.waiting = waiting;
      if (this.#handlers.length > handlers) this.#handlers.length = handlers;
      if (waiting === 0 && this.#ledger === undefined) {
        frames.trim();
        if (!isDone) frames.clear();
        this.#kept.trim();
      }
    }
  }

  /** Applies a function to one or more arguments, possibly fewer or more than it takes. */
  apply(fun: RuntimeValue, args: readonly RuntimeValue[]): RuntimeValue {
    return this.run(this.#application(args.length), [fun, ...args]);
  }

  /** Returns a body that applies the first register to the others. */
  #application(count: number): Body {
    return (this.#applications[count] ??= application(this.#store, count));
  }

  /**
   * Performs an update on the ledger and returns its result. No other update may run until then, except
   * what the ledger actions evaluate. Throws a {@link Suspension} when the time slice is over; other
   * updates may then run until it is resumed.
   */
  perform(update: UpdateV, ledger: LedgerActions): RuntimeValue {
    if (this.#ledger !== undefined) throw engineFault("An update was performed within another.");
    this.#budget.takeStep();
    this.#ledger = ledger;
    this.#store.trace?.reset(this.#budget.spent);
    this.#frames.begin(update, update.captured);
    return this.#continue();
  }

  #continue(): RuntimeValue {
    let isDone = false;
    try {
      this.#budget.perform();
      const value = this.#run(0, 0);
      isDone = true;
      return value;
    } catch (error) {
      if (error === sliceIsOver) throw this.#interrupted();
      this.#abandon(0, error);
      throw error;
    } finally {
      this.#budget.beginAction();
      this.#ledger = undefined;
      this.#handlers.length = 0;
      this.#frames.rewind();
      if (!isDone) this.#frames.clear();
      this.#kept.trim();
    }
  }

  /** Saves the state of the performed update, so that others can be performed. */
  #interrupted(): Suspension<RuntimeValue> {
    const performance: Performance = {
      frames: this.#frames,
      handlers: this.#handlers,
      forcing: this.#forcing,
      ledger: this.#ledger,
    };
    const spent = this.#budget.interrupted();
    const held = this.#kept.held();
    this.#frames = new Frames(this.#budget);
    this.#handlers = [];
    this.#forcing = new Map();
    return new Suspension(() => {
      this.#takeUp(performance, spent, held);
      return this.#continue();
    });
  }

  #takeUp(
    { frames, handlers, forcing, ledger }: Performance,
    spent: InterruptedBudget,
    held: readonly HeldConstant[],
  ): void {
    this.#frames = frames;
    this.#handlers = handlers;
    this.#forcing = forcing;
    this.#ledger = ledger;
    this.#budget.resume(spent);
    this.#kept.restore(held);
  }

  /** Returns the value of a constant, and evaluates it on first use. */
  constant(index: number): RuntimeValue {
    const known = this.#store.constants[index];
    if (known !== undefined) return known;
    const entry = this.#store.append([op.FORCE, index, op.RETURN, ~index]);
    return this.run({ entry, frameSize: 0 }, []);
  }

  /** Forgets the values of constants, while nothing runs: the next evaluation does all by itself. */
  forgetConstants(): void {
    this.#kept.clear();
  }

  #run(floor: number, handlers: number): RuntimeValue {
    for (;;) {
      try {
        for (;;) {
          const value = runInstructions(this.#store, this.#frames, floor);
          if (value !== undefined) return value;
          this.#slowly();
        }
      } catch (error) {
        if (this.#store.trace !== undefined) this.#noteRaised(error, this.#store.trace);
        if (!(error instanceof DamlException) || this.#handlers.length === handlers) throw error;
        this.#handle(error);
      }
    }
  }

  #noteRaised(thrown: unknown, trace: ExecutionTrace): void {
    if (typeof thrown !== "object" || thrown === null) return;
    const value = thrown instanceof DamlException ? thrown.payload.value : undefined;
    trace.raised(thrown, typeof value === "object" ? value : undefined, this.#returnAddresses());
  }

  #returnAddresses(): readonly number[] {
    const { calls, waiting } = this.#frames;
    const addresses: number[] = [];
    for (let index = 0; index < waiting; index += wordsOfCall) addresses.push(calls[index] ?? 0);
    return addresses;
  }

  /** Returns the innermost calls of the update that is being performed; empty if none is, or without a trace. */
  codeStack(): CodeStack {
    const { trace } = this.#store;
    return trace === undefined || this.#ledger === undefined
      ? []
      : trace.stackAt(this.#returnAddresses(), maxCodeStack);
  }

  #handle(exception: DamlException): void {
    const handler = this.#handlers.pop();
    if (handler === undefined) throw exception;
    const frames = this.#frames;
    this.#abandon(handler.forcing, exception);
    this.#rollBack(exception);
    frames.pc = handler.pc;
    frames.base = handler.base;
    frames.top = handler.top;
    frames.waiting = handler.waiting;
    frames.registers[handler.base + handler.register] = exception.payload;
    this.#budget.perform();
  }

  /** A rollback that is refused has failed where the exception was thrown. */
  #rollBack(exception: DamlException): void {
    try {
      this.#performing().rollbackScope();
    } catch (error) {
      if (error instanceof Error) this.#store.trace?.replaced(exception, error);
      throw error;
    }
  }

  /** Ends the evaluation of constants after an error, except of the first `kept` ones. */
  #abandon(kept: number, error: unknown): void {
    if (this.#forcing.size === kept) return;
    const abandoned = [...this.#forcing].slice(kept).reverse();
    for (const [constant, { outer, begun }] of abandoned) {
      this.#forcing.delete(constant);
      const steps = begun - this.#budget.left;
      this.#budget.endAside(outer);
      // Another evaluation would throw the same exception.
      if (error instanceof DamlException) this.#kept.keepFailure(constant, error, steps);
    }
  }

  #performing(): LedgerActions {
    if (this.#ledger !== undefined) return this.#ledger;
    throw engineFault("An update was performed without a ledger.");
  }

  /** Executes one instruction that the loop does not handle. */
  #slowly(): void {
    const frames = this.#frames;
    const { pc, base } = frames;
    const { text } = this.#store;
    const operation = text[pc] ?? -1;
    switch (operation) {
      case op.CALL:
      case op.TAIL_CALL:
        if (this.#budget.isTurnOver()) throw sliceIsOver;
        this.#makeCallable(text[pc + 3] ?? 0);
        return;
      case op.PERFORM:
      case op.TAIL_PERFORM: {
        if (this.#budget.isTurnOver()) throw sliceIsOver;
        const word = text[pc + (operation === op.PERFORM ? 2 : 1)] ?? 0;
        frames.makeRoom(asUpdate(this.#read(word)).frameSize);
        return;
      }
      case op.RETURN:
      case op.TOLL:
        if (this.#budget.isTurnOver()) throw sliceIsOver;
        throw engineFault("Nothing is due.");
      case op.FORCE:
        this.#force(text[pc + 1] ?? 0);
        return;
      case op.KEEP:
        this.#keep(text[pc + 1] ?? 0, this.#read(text[pc + 2] ?? 0));
        frames.pc += 3;
        return;
      case op.ACT: {
        const action = this.#store.actions[text[pc + 2] ?? 0];
        if (action === undefined) throw emptyRegisterError();
        this.#budget.beginAction();
        const result = action(
          this.#performing(),
          this.#read(text[pc + 3] ?? 0),
          this.#read(text[pc + 4] ?? 0),
        );
        this.#budget.perform();
        frames.registers[base + (text[pc + 1] ?? 0)] = result;
        frames.pc += 5;
        return;
      }
      case op.CALL_BACK: {
        const count = text[pc + 3] ?? 0;
        const values = Array.from(text.subarray(pc + 4, pc + 4 + count), (word) =>
          this.#read(word),
        );
        const run = this.#store.platformMany[text[pc + 2] ?? 0];
        if (run === undefined) throw emptyRegisterError();
        const { isPerforming } = this.#budget;
        if (isPerforming) this.#budget.beginAction();
        const result = run(values);
        if (isPerforming) this.#budget.perform();
        frames.registers[base + (text[pc + 1] ?? 0)] = result;
        frames.pc += 4 + count;
        return;
      }
      case op.TRY:
        // The saved state costs about as much memory as ten steps.
        this.#budget.takeSteps(10);
        this.#performing().beginScope();
        this.#handlers.push({
          pc: pc + 2 + (text[pc + 1] ?? 0),
          base,
          top: frames.top,
          waiting: frames.waiting,
          register: text[pc + 2] ?? 0,
          forcing: this.#forcing.size,
        });
        frames.pc += 3;
        return;
      case op.END_TRY:
        this.#handlers.pop();
        this.#performing().endScope();
        frames.pc += 1;
        return;
      case op.THROW:
        throw new DamlException(asKind("any", this.#read(text[pc + 1] ?? 0)));
      case op.MARK:
        this.#mark(text[pc + 1] ?? 0, text[pc + 2] ?? -1);
        return;
      case op.GIVE_STEP:
        this.#budget.left += 1;
        frames.pc += 1;
        return;
      default:
        throw engineFault(`There is no instruction ${operation}.`);
    }
  }

  #mark(place: number, next: number): void {
    const frames = this.#frames;
    const isTailCall = next === op.TAIL_CALL || next === op.TAIL_PERFORM;
    const isCall = next === op.CALL || next === op.PERFORM;
    const kind = isTailCall ? "tail call" : isCall ? "call" : "other";
    const { spent } = this.#budget;
    const reached = { next: kind, spent, address: frames.pc } as const;
    this.#store.trace?.reached(place, frames.waiting / wordsOfCall, reached);
    frames.pc += 2;
  }

  #read(word: number): RuntimeValue {
    const { base, registers } = this.#frames;
    const value = word >= 0 ? registers[base + word] : this.#store.constants[~word];
    if (value === undefined) throw emptyRegisterError();
    return value;
  }

  /** Evaluates the function to be applied, or allocates its frame. */
  #makeCallable(word: number): void {
    if (word < 0 && this.#store.constants[~word] === undefined) this.#force(~word);
    else this.#frames.makeRoom(asFunction(this.#read(word)).frameSize);
  }

  /** Evaluates a constant, charged to the separate quota, and then repeats the current instruction. */
  #force(constant: number): void {
    const failure = this.#kept.failure(constant);
    if (failure !== undefined) throw failure;
    const body = this.#bodyOf(constant);
    if (body === undefined) return;
    this.#frames.call(body, [], nowhere);
    const outer = this.#budget.beginAside();
    this.#forcing.set(constant, { outer, begun: this.#budget.left });
    this.#budget.takeStep();
  }

  #bodyOf(constant: number): Body | undefined {
    const known = this.isForcing(constant) ? undefined : this.#constantBodies.get(constant);
    if (known !== undefined) return known;
    const body = this.#compileConstant(constant);
    if (body !== undefined) this.#constantBodies.set(constant, body);
    return body;
  }

  #keep(constant: number, value: RuntimeValue): void {
    const forcing = this.#forcing.get(constant);
    if (forcing === undefined) throw engineFault(`The constant ${constant} was not asked for.`);
    const steps = forcing.begun - this.#budget.left;
    this.#budget.endAside(forcing.outer);
    this.#forcing.delete(constant);
    this.#kept.keep(constant, value, steps);
  }

  /** Returns true if the constant is being evaluated. */
  isForcing(constant: number): boolean {
    return this.#forcing.has(constant);
  }
}

/** Signals the end of a time slice; no state is lost. */
const sliceIsOver = new Error("The time slice is over.");

/** Maximum depth of the stack that {@link Evaluator.codeStack} returns. */
const maxCodeStack = 200;

/** The register of a result that is not needed. */
const nowhere = -1;

/** Returns a body that applies the first register to those after it. */
const application = (store: CodeStore, count: number): Body => {
  const args = Array.from({ length: count }, (_, index) => index + 1);
  const entry = store.append(tailCallWords(count + 1, { fun: 0, args }));
  return { entry, frameSize: count + 2, arity: count };
};
