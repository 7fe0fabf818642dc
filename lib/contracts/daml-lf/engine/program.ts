import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import {
  createEngineFaultError,
  interpretationError,
} from "../../transaction/interpretation-error.ts";
import { type BuiltinFunctionValue } from "../builtins/builtin.ts";
import { BuiltinTable } from "../builtins/builtins.ts";
import { addPoolEntry, type CodeEntryPoint, ProgramCodeStore } from "../code/code-store.ts";
import type { DamlLedgerActions } from "../code/daml-ledger-actions.ts";
import { createClosureWithoutCaptures } from "../code/functions.ts";
import type {
  CodeCallStack,
  CodeSourceDefinition,
  SourcePlaceTracker,
} from "../code/source-place-tracker.ts";
import {
  compileBuiltinImplementedInJavaScript,
  compileExceptionMessage,
  compileFunction,
  compileTopLevelConstant,
} from "../compile/compile.ts";
import { compileHigherOrderBuiltins } from "../compile/compile-higher-order-builtins.ts";
import {
  requireInterfaceInstance,
  requireMethodImplementation,
} from "../link/interface-instances.ts";
import { LedgerToRuntimeValueConverter } from "../link/ledger-to-runtime-value-converter.ts";
import { createUndefinedReferenceError, LinkedDefinitions } from "../link/linked-definitions.ts";
import type { CodeLinker } from "../link/linker.ts";
import { CodeEvaluator } from "../run/evaluator.ts";
import { requireTextValue } from "../runtime/as-kind.ts";
import { EvaluationBudget } from "../runtime/budget.ts";
import { arithmeticErrorTypeId, readArithmeticErrorMessage } from "../runtime/exception.ts";
import {
  type RuntimeAny,
  type RuntimeClosure,
  type RuntimeInterfaceValue,
  type RuntimeUpdateAction,
  type RuntimeValue,
} from "../runtime/runtime-value.ts";
import { TraceListeners } from "../runtime/traces.ts";
import type { DecodedOnEachCall, LfExpr, LfValueId } from "../syntax/ast.ts";
import { type BuiltinFunctionName, findBuiltinFunction } from "../syntax/builtin-functions.ts";
import { toUncurriedFunction } from "../syntax/curry.ts";
import {
  type ChoiceCode,
  createChoiceCode,
  createTemplateFunctions,
  type TemplateCode,
} from "./contract-code.ts";
import { ValidatedContractPayloadCache } from "./payload-cache.ts";

/**
 * The code of all packages of an engine. Definitions are compiled on first use; they never change, so
 * compiled code stays valid.
 */
export class CompiledProgram implements CodeLinker {
  readonly definitions: LinkedDefinitions = new LinkedDefinitions();
  readonly budget: EvaluationBudget = new EvaluationBudget();
  readonly traces: TraceListeners = new TraceListeners();
  readonly values: LedgerToRuntimeValueConverter = new LedgerToRuntimeValueConverter(
    this.definitions,
    this.budget,
  );
  readonly payloads: ValidatedContractPayloadCache = new ValidatedContractPayloadCache();
  readonly store: ProgramCodeStore;
  readonly #evaluator: CodeEvaluator;
  readonly #running: { readonly linker: CodeLinker; readonly evaluator: CodeEvaluator };
  /** Indexes of the constants of top-level values by name, and the names by index. */
  readonly #constants = new Map<LfValueId, number>();
  readonly #names = new Map<number, LfValueId>();
  readonly #functions = new Set<number>();
  /** Replacements for definitions of top-level values. */
  readonly #overrides = new Map<LfValueId, LfExpr>();
  readonly #templates = new Map<TypeId, TemplateCode>();
  readonly #choices = new Map<TypeId, Map<string, ChoiceCode>>();
  /** Compiled functions of templates (which take a payload) and of exceptions, by owner and purpose. */
  readonly #pieces = new Map<string, RuntimeClosure>();
  readonly #builtins = new BuiltinTable({ budget: this.budget, traces: this.traces });
  readonly #callingBuiltins: Readonly<Partial<Record<BuiltinFunctionName, RuntimeClosure>>>;
  /** Builtin functions as values, by number. */
  readonly #builtinValues = new Map<number, RuntimeClosure>();

  /** With `trace`, the code records its source locations. */
  constructor(trace?: SourcePlaceTracker) {
    this.store = new ProgramCodeStore(trace);
    this.#evaluator = new CodeEvaluator(this.store, this.budget, (constant) =>
      this.#compileConstant(constant),
    );
    this.#running = { linker: this, evaluator: this.#evaluator };
    this.#callingBuiltins = compileHigherOrderBuiltins(this);
  }

  inDefinition<T>(definition: CodeSourceDefinition, expr: LfExpr, compile: (expr: LfExpr) => T): T {
    const { trace } = this.store;
    return trace === undefined ? compile(expr) : trace.inDefinition(definition, expr, compile);
  }

  /** Runs the body of a function with these arguments. Costs no budget step. */
  run(body: CodeEntryPoint, args: readonly RuntimeValue[]): RuntimeValue {
    return this.#evaluator.run(body, args);
  }

  /** Applies a function to arguments and returns the result. */
  applyFunction(fun: RuntimeValue, args: readonly RuntimeValue[]): RuntimeValue {
    return this.#evaluator.applyFunction(fun, args);
  }

  /** Performs an update on the ledger and returns its result. */
  performUpdate(update: RuntimeUpdateAction, ledger: DamlLedgerActions): RuntimeValue {
    return this.#evaluator.performUpdate(update, ledger);
  }

  /** Returns the calls of the update that is being performed; empty if none is, or without a trace. */
  getCodeStack(): CodeCallStack {
    return this.#evaluator.getCodeStack();
  }

  /** Discards the results of evaluated top-level values. Call it only while no code runs. */
  forgetConstants(): void {
    this.#evaluator.forgetConstants();
  }

  getBuiltin(id: number): RuntimeValue {
    const known =
      this.#builtinValues.get(id) ?? this.#callingBuiltin(id) ?? this.#builtins.findConstant(id);
    if (known !== undefined) return known;
    const fun = this.#inNoDefinition(() =>
      createClosureWithoutCaptures(
        compileBuiltinImplementedInJavaScript(this, this.#builtins.getFunction(id)),
      ),
    );
    this.#builtinValues.set(id, fun);
    return fun;
  }

  /** Compiles code that belongs to no definition. */
  #inNoDefinition<T>(compile: () => T): T {
    return this.inDefinition({ name: "" }, { kind: "unit" }, compile);
  }

  findKnownBuiltin(expr: LfExpr): BuiltinFunctionValue | RuntimeClosure | undefined {
    if (expr.kind === "typeApply") return this.findKnownBuiltin(expr.expr);
    if (expr.kind !== "builtin" || this.#builtins.findConstant(expr.id) !== undefined) {
      return undefined;
    }
    return this.#callingBuiltin(expr.id) ?? this.#builtins.getFunction(expr.id);
  }

  #callingBuiltin(id: number): RuntimeClosure | undefined {
    const name = findBuiltinFunction(id)?.name;
    return name === undefined ? undefined : this.#callingBuiltins[name];
  }

  /**
   * Returns a function that returns a top-level value. Its first call evaluates the value (daml-lf.md 7).
   */
  createValueGetter(name: LfValueId): () => RuntimeValue {
    return () => this.#evaluator.evaluateConstant(this.getConstantIndex(name));
  }

  getConstantIndex(name: LfValueId): number {
    let constant = this.#constants.get(name);
    if (constant === undefined) {
      constant = addPoolEntry(this.store.constants, undefined);
      this.#constants.set(name, constant);
      this.#names.set(constant, name);
    }
    return constant;
  }

  /** Replaces a definition. Call it before any code that refers to the definition is compiled. */
  overrideDefinition(name: LfValueId, code: LfExpr): void {
    if (this.#constants.has(name)) {
      throw createEngineFaultError(
        `Compiled code refers to ${name}, so its definition cannot be replaced.`,
      );
    }
    this.#overrides.set(name, code);
  }

  isFunction(constant: number): boolean {
    return this.#functions.has(constant);
  }

  #compileConstant(constant: number): CodeEntryPoint | undefined {
    const name = this.#names.get(constant);
    if (name === undefined) throw createUndefinedReferenceError(`constant ${constant}`);
    if (this.#evaluator.isForcing(constant)) throw cyclicValueError(name);
    const override = this.#overrides.get(name);
    const value = override === undefined ? this.definitions.getValue(name) : undefined;
    const expr = override ?? this.definitions.getValue(name).body();
    const definition: CodeSourceDefinition = { name, source: value };
    const fun = this.inDefinition(definition, expr, () => compileIfFunction(this, expr));
    if (fun === undefined) {
      return this.inDefinition(definition, expr, () =>
        compileTopLevelConstant(this, constant, expr),
      );
    }
    this.store.constants[constant] = fun;
    this.#functions.add(constant);
    return undefined;
  }

  /** Returns the code of a template; always the same object for the same id. */
  getTemplateCode(id: TypeId): TemplateCode {
    const known = this.#templates.get(id);
    if (known !== undefined) return known;
    const code = createTemplateFunctions(this.#running, id, this.definitions.getTemplate(id));
    this.#templates.set(id, code);
    return code;
  }

  /** Returns the code of a choice of a template or interface. */
  getChoiceCode(owner: TypeId, name: string): ChoiceCode {
    let choices = this.#choices.get(owner);
    const known = choices?.get(name);
    if (known !== undefined) return known;
    const { parameter, choices: declared } =
      this.definitions.findInterface(owner) ?? this.definitions.getTemplate(owner);
    const definition = declared.get(name);
    if (definition === undefined) throw createUndefinedReferenceError(`${owner}/${name}`);
    const code = createChoiceCode(this.#running, { id: owner, parameter }, definition);
    choices ??= new Map();
    this.#choices.set(owner, choices.set(name, code));
    return code;
  }

  getMethodCode(
    { templateId }: RuntimeInterfaceValue,
    interfaceId: TypeId,
    method: string,
  ): RuntimeClosure {
    const body = requireMethodImplementation(
      requireInterfaceInstance(this.definitions, templateId, interfaceId),
      method,
    );
    return this.#getOrCompileClosure(
      `${templateId}/${interfaceId}/${method}`,
      this.#createPayloadCompiler(templateId, `method ${method}`, body),
    );
  }

  getViewCode({ templateId }: RuntimeInterfaceValue, interfaceId: TypeId): RuntimeClosure {
    const { view } = requireInterfaceInstance(this.definitions, templateId, interfaceId);
    return this.#getOrCompileClosure(
      `${templateId}/${interfaceId}`,
      this.#createPayloadCompiler(templateId, "view", view),
    );
  }

  getSignatoriesCode({ templateId }: RuntimeInterfaceValue): RuntimeClosure {
    const { signatories } = this.definitions.getTemplate(templateId);
    return this.#getOrCompileClosure(
      `signatories of ${templateId}`,
      this.#createPayloadCompiler(templateId, "signatory", signatories),
    );
  }

  getObserversCode({ templateId }: RuntimeInterfaceValue): RuntimeClosure {
    const { observers } = this.definitions.getTemplate(templateId);
    return this.#getOrCompileClosure(
      `observers of ${templateId}`,
      this.#createPayloadCompiler(templateId, "observer", observers),
    );
  }

  #createPayloadCompiler(
    templateId: TypeId,
    part: string,
    body: DecodedOnEachCall<LfExpr>,
  ): () => CodeEntryPoint {
    return () => {
      const template = this.definitions.getTemplate(templateId);
      const definition = { name: `${templateId} ${part}`, source: template };
      return this.inDefinition(definition, body(), (expr) =>
        compileFunction(this, [template.parameter], expr),
      );
    };
  }

  #getOrCompileClosure(key: string, compile: () => CodeEntryPoint): RuntimeClosure {
    let piece = this.#pieces.get(key);
    if (piece === undefined) {
      piece = createClosureWithoutCaptures(compile());
      this.#pieces.set(key, piece);
    }
    return piece;
  }

  /** Returns the message of an exception. */
  computeExceptionMessage(exception: RuntimeAny): string {
    const message = this.findMessageFunction(exception);
    return requireTextValue(
      message === undefined
        ? readArithmeticErrorMessage(exception)
        : this.#evaluator.run(message, [exception.value]),
    );
  }

  findMessageFunction({ type }: RuntimeAny): RuntimeClosure | undefined {
    if (type.kind !== "constructor") throw createUndefinedReferenceError("an exception");
    if (type.id === arithmeticErrorTypeId) return undefined;
    const { message } = this.definitions.getException(type.id);
    return this.#getOrCompileClosure(`message of ${type.id}`, () =>
      this.inDefinition({ name: `${type.id} message` }, message(), (expr) =>
        compileExceptionMessage(this, expr),
      ),
    );
  }
}

const compileIfFunction = (program: CompiledProgram, expr: LfExpr): RuntimeClosure | undefined => {
  const fun = toUncurriedFunction(expr);
  if (fun === undefined) return undefined;
  return createClosureWithoutCaptures(compileFunction(program, fun.parameters, fun.result));
};

/** Returns DAML_INTERPRETATION_ERROR for a value whose evaluation needs the value itself. */
const cyclicValueError = (name: LfValueId): LedgerError =>
  interpretationError("DAML_INTERPRETATION_ERROR", {
    cause: `evaluating the value ${name} needs the value itself.`,
  });
