import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import { engineFault, interpretationError } from "../../transaction/interpretation-error.ts";
import { type Builtin } from "../builtins/builtin.ts";
import { Builtins } from "../builtins/builtins.ts";
import { addToPool, type Body, CodeStore } from "../code/code-store.ts";
import type { CodeDefinition, CodeStack, ExecutionTrace } from "../code/execution-trace.ts";
import { createClosure } from "../code/functions.ts";
import type { LedgerActions } from "../code/ledger-actions.ts";
import {
  compileBuiltin,
  compileConstant,
  compileFunction,
  compileMessage,
} from "../compile/compile.ts";
import { compileCallingBuiltins } from "../compile/compile-calling-builtins.ts";
import { findInterfaceInstance, findMethodImplementation } from "../link/interface-instances.ts";
import { LedgerValueReader } from "../link/ledger-value-reader.ts";
import { LinkedDefinitions, notDefinedError } from "../link/linked-definitions.ts";
import type { Linker } from "../link/linker.ts";
import { Evaluator } from "../run/evaluator.ts";
import { asText } from "../runtime/as-kind.ts";
import { Budget } from "../runtime/budget.ts";
import { arithmeticErrorId, arithmeticMessage } from "../runtime/exception.ts";
import {
  type AnyV,
  type ClosureV,
  type InterfaceV,
  type RuntimeValue,
  type UpdateV,
} from "../runtime/runtime-value.ts";
import { Traces } from "../runtime/traces.ts";
import type { Expr, Lazy, ValueName } from "../syntax/ast.ts";
import { type BuiltinName, findBuiltinFunction } from "../syntax/builtin-functions.ts";
import { asLambda } from "../syntax/curry.ts";
import {
  type ChoiceCode,
  createChoiceCode,
  createTemplateCode,
  type TemplateCode,
} from "./contract-code.ts";
import { PayloadCache } from "./payload-cache.ts";

/**
 * The code of all packages of an engine. Definitions are compiled on first use; they never change, so
 * compiled code stays valid.
 */
export class Program implements Linker {
  readonly definitions: LinkedDefinitions = new LinkedDefinitions();
  readonly budget: Budget = new Budget();
  readonly traces: Traces = new Traces();
  readonly values: LedgerValueReader = new LedgerValueReader(this.definitions, this.budget);
  readonly payloads: PayloadCache = new PayloadCache();
  readonly store: CodeStore;
  readonly #evaluator: Evaluator;
  readonly #running: { readonly linker: Linker; readonly evaluator: Evaluator };
  /** Indexes of the constants of top-level values by name, and the names by index. */
  readonly #constants = new Map<ValueName, number>();
  readonly #names = new Map<number, ValueName>();
  readonly #functions = new Set<number>();
  /** Replacements for definitions of top-level values. */
  readonly #overrides = new Map<ValueName, Expr>();
  readonly #templates = new Map<TypeId, TemplateCode>();
  readonly #choices = new Map<TypeId, Map<string, ChoiceCode>>();
  /** Functions that take a payload, by template and purpose. */
  readonly #pieces = new Map<string, ClosureV>();
  readonly #builtins = new Builtins({ budget: this.budget, traces: this.traces });
  readonly #callingBuiltins: Readonly<Partial<Record<BuiltinName, ClosureV>>>;
  /** Builtin functions as values, by number. */
  readonly #builtinValues = new Map<number, ClosureV>();

  /** With `trace`, the code records its source locations. */
  constructor(trace?: ExecutionTrace) {
    this.store = new CodeStore(trace);
    this.#evaluator = new Evaluator(this.store, this.budget, (constant) =>
      this.#compileConstant(constant),
    );
    this.#running = { linker: this, evaluator: this.#evaluator };
    this.#callingBuiltins = compileCallingBuiltins(this);
  }

  inDefinition<T>(definition: CodeDefinition, expr: Expr, compile: (expr: Expr) => T): T {
    const { trace } = this.store;
    return trace === undefined ? compile(expr) : trace.inDefinition(definition, expr, compile);
  }

  /** Runs the body of a function with these arguments. Costs no budget step. */
  run(body: Body, args: readonly RuntimeValue[]): RuntimeValue {
    return this.#evaluator.run(body, args);
  }

  /** Applies a function to arguments and returns the result. */
  apply(fun: RuntimeValue, args: readonly RuntimeValue[]): RuntimeValue {
    return this.#evaluator.apply(fun, args);
  }

  /** Performs an update on the ledger and returns its result. */
  perform(update: UpdateV, ledger: LedgerActions): RuntimeValue {
    return this.#evaluator.perform(update, ledger);
  }

  /** Returns the calls of the update that is being performed; empty if none is, or without a trace. */
  codeStack(): CodeStack {
    return this.#evaluator.codeStack();
  }

  /** Discards the results of evaluated top-level values. Call it only while no code runs. */
  forgetConstants(): void {
    this.#evaluator.forgetConstants();
  }

  builtin(id: number): RuntimeValue {
    const known =
      this.#builtinValues.get(id) ?? this.#callingBuiltin(id) ?? this.#builtins.constant(id);
    if (known !== undefined) return known;
    const fun = this.#inNoDefinition(() =>
      createClosure(compileBuiltin(this, this.#builtins.function(id))),
    );
    this.#builtinValues.set(id, fun);
    return fun;
  }

  /** Compiles code that belongs to no definition. */
  #inNoDefinition<T>(compile: () => T): T {
    return this.inDefinition({ name: "" }, { kind: "unit" }, compile);
  }

  knownBuiltin(expr: Expr): Builtin | ClosureV | undefined {
    if (expr.kind === "typeApply") return this.knownBuiltin(expr.expr);
    if (expr.kind !== "builtin" || this.#builtins.constant(expr.id) !== undefined) return undefined;
    return this.#callingBuiltin(expr.id) ?? this.#builtins.function(expr.id);
  }

  #callingBuiltin(id: number): ClosureV | undefined {
    const name = findBuiltinFunction(id)?.name;
    return name === undefined ? undefined : this.#callingBuiltins[name];
  }

  /**
   * Returns a function that returns a top-level value. Its first call evaluates the value (daml-lf.md 7).
   */
  value(name: ValueName): () => RuntimeValue {
    return () => this.#evaluator.constant(this.constantOf(name));
  }

  constantOf(name: ValueName): number {
    let constant = this.#constants.get(name);
    if (constant === undefined) {
      constant = addToPool(this.store.constants, undefined);
      this.#constants.set(name, constant);
      this.#names.set(constant, name);
    }
    return constant;
  }

  /** Replaces a definition. Call it before any code that refers to the definition is compiled. */
  override(name: ValueName, code: Expr): void {
    if (this.#constants.has(name)) {
      throw engineFault(`Compiled code refers to ${name}, so its definition cannot be replaced.`);
    }
    this.#overrides.set(name, code);
  }

  isFunction(constant: number): boolean {
    return this.#functions.has(constant);
  }

  #compileConstant(constant: number): Body | undefined {
    const name = this.#names.get(constant);
    if (name === undefined) throw notDefinedError(`constant ${constant}`);
    if (this.#evaluator.isForcing(constant)) throw cyclicValueError(name);
    const override = this.#overrides.get(name);
    const value = override === undefined ? this.definitions.value(name) : undefined;
    const expr = override ?? this.definitions.value(name).body();
    const definition: CodeDefinition = { name, source: value };
    const fun = this.inDefinition(definition, expr, () => functionOf(this, expr));
    if (fun === undefined) {
      return this.inDefinition(definition, expr, () => compileConstant(this, constant, expr));
    }
    this.store.constants[constant] = fun;
    this.#functions.add(constant);
    return undefined;
  }

  /** Returns the code of a template; always the same object for the same id. */
  template(id: TypeId): TemplateCode {
    const known = this.#templates.get(id);
    if (known !== undefined) return known;
    const code = createTemplateCode(this.#running, id, this.definitions.template(id));
    this.#templates.set(id, code);
    return code;
  }

  /** Returns the code of a choice of a template or interface. */
  choice(owner: TypeId, name: string): ChoiceCode {
    let choices = this.#choices.get(owner);
    const known = choices?.get(name);
    if (known !== undefined) return known;
    const { parameter, choices: declared } =
      this.definitions.interface(owner) ?? this.definitions.template(owner);
    const definition = declared.get(name);
    if (definition === undefined) throw notDefinedError(`${owner}/${name}`);
    const code = createChoiceCode(this.#running, { id: owner, parameter }, definition);
    choices ??= new Map();
    this.#choices.set(owner, choices.set(name, code));
    return code;
  }

  method({ templateId }: InterfaceV, interfaceId: TypeId, method: string): ClosureV {
    const body = findMethodImplementation(
      findInterfaceInstance(this.definitions, templateId, interfaceId),
      method,
    );
    return this.#piece(
      `${templateId}/${interfaceId}/${method}`,
      this.#ofPayload(templateId, `method ${method}`, body),
    );
  }

  view({ templateId }: InterfaceV, interfaceId: TypeId): ClosureV {
    const { view } = findInterfaceInstance(this.definitions, templateId, interfaceId);
    return this.#piece(`${templateId}/${interfaceId}`, this.#ofPayload(templateId, "view", view));
  }

  signatories({ templateId }: InterfaceV): ClosureV {
    const { signatories } = this.definitions.template(templateId);
    return this.#piece(
      `signatories of ${templateId}`,
      this.#ofPayload(templateId, "signatory", signatories),
    );
  }

  observers({ templateId }: InterfaceV): ClosureV {
    const { observers } = this.definitions.template(templateId);
    return this.#piece(
      `observers of ${templateId}`,
      this.#ofPayload(templateId, "observer", observers),
    );
  }

  #ofPayload(templateId: TypeId, part: string, body: Lazy<Expr>): () => Body {
    return () => {
      const template = this.definitions.template(templateId);
      const definition = { name: `${templateId} ${part}`, source: template };
      return this.inDefinition(definition, body(), (expr) =>
        compileFunction(this, [template.parameter], expr),
      );
    };
  }

  #piece(key: string, compile: () => Body): ClosureV {
    let piece = this.#pieces.get(key);
    if (piece === undefined) {
      piece = createClosure(compile());
      this.#pieces.set(key, piece);
    }
    return piece;
  }

  /** Returns the message of an exception. */
  messageOf(exception: AnyV): string {
    const message = this.messageFunction(exception);
    return asText(
      message === undefined
        ? arithmeticMessage(exception)
        : this.#evaluator.run(message, [exception.value]),
    );
  }

  messageFunction({ type }: AnyV): ClosureV | undefined {
    if (type.kind !== "constructor") throw notDefinedError("an exception");
    if (type.id === arithmeticErrorId) return undefined;
    const { message } = this.definitions.exception(type.id);
    return this.#piece(`message of ${type.id}`, () =>
      this.inDefinition({ name: `${type.id} message` }, message(), (expr) =>
        compileMessage(this, expr),
      ),
    );
  }
}

const functionOf = (program: Program, expr: Expr): ClosureV | undefined => {
  const fun = asLambda(expr);
  if (fun === undefined) return undefined;
  return createClosure(compileFunction(program, fun.parameters, fun.result));
};

/** Returns DAML_INTERPRETATION_ERROR for a value whose evaluation needs the value itself. */
const cyclicValueError = (name: ValueName): LedgerError =>
  interpretationError("DAML_INTERPRETATION_ERROR", {
    cause: `evaluating the value ${name} needs the value itself.`,
  });
