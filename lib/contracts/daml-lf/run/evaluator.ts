import { StepQuotaSuspension } from "../../engine/suspension.ts";
import { createEngineFaultError } from "../../transaction/interpretation-error.ts";
import type { CodeEntryPoint, ProgramCodeStore } from "../code/code-store.ts";
import type { DamlLedgerActions } from "../code/daml-ledger-actions.ts";
import { encodeTailCall } from "../code/encode-call-instruction.ts";
import { requireFunctionValue } from "../code/functions.ts";
import * as op from "../code/instructions.ts";
import type { CodeCallStack, SourcePlaceTracker } from "../code/source-place-tracker.ts";
import { requireRecordValue, requireUpdateValue, requireValueKind } from "../runtime/as-kind.ts";
import type { EvaluationBudget, SuspendedEvaluationBudget } from "../runtime/budget.ts";
import { createEmptyRegisterError } from "../runtime/empty-register-error.ts";
import { DamlException } from "../runtime/exception.ts";
import type { RuntimeAny, RuntimeUpdateAction, RuntimeValue } from "../runtime/runtime-value.ts";
import { CallStackFrames, stackWordsPerCall } from "./frames.ts";
import { runFrequentInstructions } from "./run-frequent-instructions.ts";
import { type CachedTopLevelValue, TopLevelValueCache } from "./top-level-value-cache.ts";

/**
 * The state to restore when an exception is thrown after {@link op.START_TRY_OPCODE}. Execution then continues at
 * `pc`.
 */
interface ExceptionHandlerState {
  readonly pc: number;
  readonly base: number;
  readonly top: number;
  readonly waiting: number;
  readonly register: number;
  /** Number of top-level values that were being evaluated. */
  readonly forcing: number;
}

/** Step counts of a constant that is being evaluated. */
interface ConstantEvaluation {
  /** The step count to restore afterwards. */
  readonly outer: number;
  /** The step count at the start of this evaluation. */
  readonly begun: number;
}

/** The saved state of a performed update while it is suspended. */
interface SuspendedUpdate {
  readonly frames: CallStackFrames;
  readonly handlers: ExceptionHandlerState[];
  readonly forcing: Map<number, ConstantEvaluation>;
  readonly ledger: DamlLedgerActions | undefined;
}

/**
 * Compiles a top-level value. Returns the body that evaluates it, or stores a function directly in its
 * constant.
 */
type CompileConstant = (constant: number) => CodeEntryPoint | undefined;

/**
 * Runs compiled code (docs/decisions/0008) in one loop over the instructions. `runFrequentInstructions` executes
 * the frequent instructions in the loop, `#executeRareInstruction` all others. Operand reads are written out each
 * time, because JavaScript engines limit how much they inline into one function.
 */
export class CodeEvaluator {
  readonly #store: ProgramCodeStore;
  readonly #compileConstant: CompileConstant;
  readonly #budget: EvaluationBudget;
  readonly #applications: CodeEntryPoint[] = [];
  #frames: CallStackFrames;
  #handlers: ExceptionHandlerState[] = [];
  #forcing = new Map<number, ConstantEvaluation>();
  readonly #constantBodies = new Map<number, CodeEntryPoint>();
  readonly #constantCache: TopLevelValueCache;
  #ledger: DamlLedgerActions | undefined;

  constructor(store: ProgramCodeStore, budget: EvaluationBudget, compileConstant: CompileConstant) {
    this.#store = store;
    this.#budget = budget;
    this.#frames = new CallStackFrames(budget);
    this.#compileConstant = compileConstant;
    this.#constantCache = new TopLevelValueCache(store);
  }

  /**
   * Runs a body whose frame begins with the values, and returns its result. The call itself costs no budget
   * step.
   */
  run(body: Omit<CodeEntryPoint, "arity">, values: readonly RuntimeValue[]): RuntimeValue {
    const { trace } = this.#store;
    if (trace === undefined) return this.#runBody(body, values);
    const { waiting } = this.#frames;
    if (waiting > 0 || this.#ledger !== undefined) {
      return trace.runNested(waiting / stackWordsPerCall, () => this.#runBody(body, values));
    }
    trace.reset(this.#budget.spentSteps);
    return this.#runBody(body, values);
  }

  #runBody(body: Omit<CodeEntryPoint, "arity">, values: readonly RuntimeValue[]): RuntimeValue {
    const frames = this.#frames;
    const { pc, base, top, waiting } = frames;
    const handlers = this.#handlers.length;
    const forcing = this.#forcing.size;
    let isDone = false;
    try {
      frames.beginBody(body, values);
      const value = this.#run(waiting, handlers);
      isDone = true;
      return value;
    } catch (error) {
      this.#abandonConstants(forcing, error);
      throw error;
    } finally {
      frames.pc = pc;
      frames.base = base;
      frames.top = top;
      frames.waiting = waiting;
      if (this.#handlers.length > handlers) this.#handlers.length = handlers;
      if (waiting === 0 && this.#ledger === undefined) {
        frames.releaseMemory();
        if (!isDone) frames.clear();
        this.#constantCache.evictEntries();
      }
    }
  }

  /** Applies a function to one or more arguments. There may be fewer or more than the function takes. */
  applyFunction(fun: RuntimeValue, args: readonly RuntimeValue[]): RuntimeValue {
    return this.run(this.#getApplicationBody(args.length), [fun, ...args]);
  }

  /** Returns a body that applies the first register to the others. */
  #getApplicationBody(count: number): CodeEntryPoint {
    return (this.#applications[count] ??= createApplicationBody(this.#store, count));
  }

  /**
   * Performs an update on the ledger and returns its result. Until then, no other update may run, except
   * those that ledger actions evaluate. Throws a {@link StepQuotaSuspension} when the time slice is over; other
   * updates may run until the caller resumes it.
   */
  performUpdate(update: RuntimeUpdateAction, ledger: DamlLedgerActions): RuntimeValue {
    if (this.#ledger !== undefined) {
      throw createEngineFaultError("An update was performed within another.");
    }
    this.#budget.chargeStep();
    this.#ledger = ledger;
    this.#store.trace?.reset(this.#budget.spentSteps);
    this.#frames.beginBody(update, update.captured);
    return this.#continueUpdate();
  }

  #continueUpdate(): RuntimeValue {
    let isDone = false;
    try {
      this.#budget.startSuspendableRun();
      const value = this.#run(0, 0);
      isDone = true;
      return value;
    } catch (error) {
      if (error === sliceEndedSignal) throw this.#suspendUpdate();
      this.#abandonConstants(0, error);
      throw error;
    } finally {
      this.#budget.beginAction();
      this.#ledger = undefined;
      this.#handlers.length = 0;
      this.#frames.resetState();
      if (!isDone) this.#frames.clear();
      this.#constantCache.evictEntries();
    }
  }

  /** Saves the state of the performed update, so that others can be performed. */
  #suspendUpdate(): StepQuotaSuspension<RuntimeValue> {
    const performance: SuspendedUpdate = {
      frames: this.#frames,
      handlers: this.#handlers,
      forcing: this.#forcing,
      ledger: this.#ledger,
    };
    const spent = this.#budget.saveState();
    const cachedConstants = this.#constantCache.cachedConstants();
    this.#frames = new CallStackFrames(this.#budget);
    this.#handlers = [];
    this.#forcing = new Map();
    return new StepQuotaSuspension(() => {
      this.#restoreUpdate(performance, spent, cachedConstants);
      return this.#continueUpdate();
    });
  }

  #restoreUpdate(
    { frames, handlers, forcing, ledger }: SuspendedUpdate,
    spent: SuspendedEvaluationBudget,
    cachedConstants: readonly CachedTopLevelValue[],
  ): void {
    this.#frames = frames;
    this.#handlers = handlers;
    this.#forcing = forcing;
    this.#ledger = ledger;
    this.#budget.restoreState(spent);
    this.#constantCache.restoreEvicted(cachedConstants);
  }

  /** Returns the value of a constant, and evaluates it on first use. */
  evaluateConstant(index: number): RuntimeValue {
    const known = this.#store.constants[index];
    if (known !== undefined) return known;
    const entry = this.#store.append([
      op.EVALUATE_CONSTANT_OPCODE,
      index,
      op.RETURN_OPCODE,
      ~index,
    ]);
    return this.run({ entry, frameSize: 0 }, []);
  }

  /**
   * Discards the values of all constants, so that the next evaluation computes them again. Call it only
   * while no code runs.
   */
  forgetConstants(): void {
    this.#constantCache.clear();
  }

  #run(floor: number, handlers: number): RuntimeValue {
    for (;;) {
      try {
        for (;;) {
          const value = runFrequentInstructions(this.#store, this.#frames, floor);
          if (value !== undefined) return value;
          this.#executeRareInstruction();
        }
      } catch (error) {
        if (this.#store.trace !== undefined) this.#recordStack(error, this.#store.trace);
        if (!(error instanceof DamlException) || this.#handlers.length === handlers) throw error;
        this.#handleException(error);
      }
    }
  }

  #recordStack(thrown: unknown, trace: SourcePlaceTracker): void {
    if (typeof thrown !== "object" || thrown === null) return;
    const value =
      thrown instanceof DamlException ? requireRecordValue(thrown.payload.value) : undefined;
    trace.recordStack(thrown, value, this.#returnAddresses());
  }

  #returnAddresses(): readonly number[] {
    const { calls, waiting } = this.#frames;
    const addresses: number[] = [];
    for (let index = 0; index < waiting; index += stackWordsPerCall) {
      addresses.push(calls[index] ?? 0);
    }
    return addresses;
  }

  /** Returns the innermost calls of the update that is being performed; empty if none is, or without a trace. */
  getCodeStack(): CodeCallStack {
    const { trace } = this.#store;
    return trace === undefined || this.#ledger === undefined
      ? []
      : trace.getCurrentStack(this.#returnAddresses(), maxCodeStack);
  }

  #handleException(exception: DamlException): void {
    const handler = this.#handlers.pop();
    if (handler === undefined) throw exception;
    const frames = this.#frames;
    this.#abandonConstants(handler.forcing, exception);
    this.#rollBack(exception);
    frames.pc = handler.pc;
    frames.base = handler.base;
    frames.top = handler.top;
    frames.waiting = handler.waiting;
    frames.registers[handler.base + handler.register] = this.#caughtPayload(exception);
    this.#budget.startSuspendableRun();
  }

  /**
   * Returns the exception for a handler. With a trace it is a copy, so that throwing it again differs from
   * another throw of the same top-level value.
   */
  #caughtPayload(exception: DamlException): RuntimeAny {
    const { payload } = exception;
    const { trace } = this.#store;
    if (trace === undefined) return payload;
    const value = { ...requireRecordValue(payload.value) };
    trace.recordCaught(exception, value);
    return { ...payload, value };
  }

  /**
   * Rolls back the scope of a try block. If the ledger refuses, the error gets the call stack of the
   * exception.
   */
  #rollBack(exception: DamlException): void {
    try {
      this.#currentLedger().rollbackScope();
    } catch (error) {
      if (error instanceof Error) this.#store.trace?.copyStack(exception, error);
      throw error;
    }
  }

  /** After an error, ends the evaluation of constants. The outermost `count` evaluations continue. */
  #abandonConstants(count: number, error: unknown): void {
    if (this.#forcing.size === count) return;
    const abandoned = [...this.#forcing].slice(count).reverse();
    for (const [constant, { outer, begun }] of abandoned) {
      this.#forcing.delete(constant);
      const steps = begun - this.#budget.left;
      this.#budget.endSeparate(outer);
      // Cache the exception: another evaluation would throw it again.
      if (error instanceof DamlException) this.#constantCache.addFailure(constant, error, steps);
    }
  }

  #currentLedger(): DamlLedgerActions {
    if (this.#ledger !== undefined) return this.#ledger;
    throw createEngineFaultError("An update was performed without a ledger.");
  }

  /** Executes one instruction that `runFrequentInstructions` does not handle. */
  #executeRareInstruction(): void {
    const frames = this.#frames;
    const { pc, base } = frames;
    const { instructions } = this.#store;
    const operation = instructions[pc] ?? -1;
    switch (operation) {
      case op.CALL_OPCODE:
      case op.TAIL_CALL_OPCODE:
        if (this.#budget.isSliceOver()) throw sliceEndedSignal;
        this.#makeCallable(instructions[pc + 3] ?? 0);
        return;
      case op.PERFORM_UPDATE_OPCODE:
      case op.TAIL_PERFORM_UPDATE_OPCODE: {
        if (this.#budget.isSliceOver()) throw sliceEndedSignal;
        const word = instructions[pc + (operation === op.PERFORM_UPDATE_OPCODE ? 2 : 1)] ?? 0;
        frames.makeRoom(requireUpdateValue(this.#read(word)).frameSize);
        return;
      }
      case op.RETURN_OPCODE:
      case op.CHARGE_STEPS_OPCODE:
        if (this.#budget.isSliceOver()) throw sliceEndedSignal;
        throw createEngineFaultError("The instruction stopped although the budget allows it.");
      case op.EVALUATE_CONSTANT_OPCODE:
        this.#forceConstant(instructions[pc + 1] ?? 0);
        return;
      case op.STORE_CONSTANT_OPCODE:
        this.#storeConstant(instructions[pc + 1] ?? 0, this.#read(instructions[pc + 2] ?? 0));
        frames.pc += 3;
        return;
      case op.PERFORM_LEDGER_ACTION_OPCODE: {
        const action = this.#store.actions[instructions[pc + 2] ?? 0];
        if (action === undefined) throw createEmptyRegisterError();
        this.#budget.beginAction();
        const result = action(
          this.#currentLedger(),
          this.#read(instructions[pc + 3] ?? 0),
          this.#read(instructions[pc + 4] ?? 0),
        );
        this.#budget.startSuspendableRun();
        frames.registers[base + (instructions[pc + 1] ?? 0)] = result;
        frames.pc += 5;
        return;
      }
      case op.CALL_JAVASCRIPT_REENTRANT_OPCODE: {
        const count = instructions[pc + 3] ?? 0;
        const values = Array.from(instructions.subarray(pc + 4, pc + 4 + count), (word) =>
          this.#read(word),
        );
        const run = this.#store.otherFunctions[instructions[pc + 2] ?? 0];
        if (run === undefined) throw createEmptyRegisterError();
        const { isPerforming } = this.#budget;
        if (isPerforming) this.#budget.beginAction();
        const result = run(values);
        if (isPerforming) this.#budget.startSuspendableRun();
        frames.registers[base + (instructions[pc + 1] ?? 0)] = result;
        frames.pc += 4 + count;
        return;
      }
      case op.START_TRY_OPCODE:
        // The saved state costs about as much memory as ten steps.
        this.#budget.chargeSteps(10);
        this.#currentLedger().beginScope();
        this.#handlers.push({
          pc: pc + 2 + (instructions[pc + 1] ?? 0),
          base,
          top: frames.top,
          waiting: frames.waiting,
          register: instructions[pc + 2] ?? 0,
          forcing: this.#forcing.size,
        });
        frames.pc += 3;
        return;
      case op.END_TRY_OPCODE:
        this.#handlers.pop();
        this.#currentLedger().endScope();
        frames.pc += 1;
        return;
      case op.THROW_EXCEPTION_OPCODE:
        throw new DamlException(requireValueKind("any", this.#read(instructions[pc + 1] ?? 0)));
      case op.MARK_SOURCE_PLACE_OPCODE:
        this.#recordMark(instructions[pc + 1] ?? 0, instructions[pc + 2] ?? -1);
        return;
      case op.REFUND_STEP_OPCODE:
        this.#budget.left += 1;
        frames.pc += 1;
        return;
      default:
        throw createEngineFaultError(`There is no instruction ${operation}.`);
    }
  }

  #recordMark(place: number, next: number): void {
    const frames = this.#frames;
    const isTailCall = next === op.TAIL_CALL_OPCODE || next === op.TAIL_PERFORM_UPDATE_OPCODE;
    const isCall = next === op.CALL_OPCODE || next === op.PERFORM_UPDATE_OPCODE;
    const kind = isTailCall ? "tail call" : isCall ? "call" : "other";
    const { spentSteps: spent } = this.#budget;
    const reached = { next: kind, spent, address: frames.pc } as const;
    this.#store.trace?.recordReached(place, frames.waiting / stackWordsPerCall, reached);
    frames.pc += 2;
  }

  #read(word: number): RuntimeValue {
    const { base, registers } = this.#frames;
    const value = word >= 0 ? registers[base + word] : this.#store.constants[~word];
    if (value === undefined) throw createEmptyRegisterError();
    return value;
  }

  /** Evaluates the function to be applied, or allocates its frame. */
  #makeCallable(word: number): void {
    if (word < 0 && this.#store.constants[~word] === undefined) this.#forceConstant(~word);
    else this.#frames.makeRoom(requireFunctionValue(this.#read(word)).frameSize);
  }

  /**
   * Calls the code of a constant, charged to the separate quota. The current instruction runs again
   * afterwards.
   */
  #forceConstant(constant: number): void {
    const failure = this.#constantCache.findFailure(constant);
    if (failure !== undefined) throw failure;
    const body = this.#getConstantBody(constant);
    if (body === undefined) return;
    this.#frames.pushCall(body, [], noRegister);
    const outer = this.#budget.beginSeparate();
    this.#forcing.set(constant, { outer, begun: this.#budget.left });
    this.#budget.chargeStep();
  }

  #getConstantBody(constant: number): CodeEntryPoint | undefined {
    const known = this.isForcing(constant) ? undefined : this.#constantBodies.get(constant);
    if (known !== undefined) return known;
    const body = this.#compileConstant(constant);
    if (body !== undefined) this.#constantBodies.set(constant, body);
    return body;
  }

  #storeConstant(constant: number, value: RuntimeValue): void {
    const forcing = this.#forcing.get(constant);
    if (forcing === undefined) {
      throw createEngineFaultError(`The constant ${constant} is not being evaluated.`);
    }
    const steps = forcing.begun - this.#budget.left;
    this.#budget.endSeparate(forcing.outer);
    this.#forcing.delete(constant);
    this.#constantCache.add(constant, value, steps);
  }

  /** Returns true if the constant is being evaluated. */
  isForcing(constant: number): boolean {
    return this.#forcing.has(constant);
  }
}

/** Signals the end of a time slice; no state is lost. */
const sliceEndedSignal = new Error("The time slice is over.");

/** Maximum depth of the stack that {@link CodeEvaluator.getCodeStack} returns. */
const maxCodeStack = 200;

/** The register of a result that is not needed. */
const noRegister = -1;

/** Returns a body that applies the first register to those after it. */
const createApplicationBody = (store: ProgramCodeStore, count: number): CodeEntryPoint => {
  const args = Array.from({ length: count }, (_, index) => index + 1);
  const entry = store.append(encodeTailCall(count + 1, { fun: 0, args }));
  return { entry, frameSize: count + 2, arity: count };
};
