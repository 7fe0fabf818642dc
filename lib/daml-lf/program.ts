import type { TypeId } from "../model/identifiers.ts";
import { apply, takeStep } from "./apply.ts";
import type { Expr, Lazy, LfType, ValueName } from "./ast.ts";
import { asKind, asText } from "./builtin.ts";
import { builtinFor } from "./builtins.ts";
import { compileFunction } from "./compile.ts";
import { choiceCode, templateCode, type ChoiceCode, type TemplateCode } from "./contract-code.ts";
import { arithmeticErrorId } from "./exception.ts";
import { instanceOf, methodOf } from "./interface-instances.ts";
import { checkedView, LedgerValueReader } from "./ledger-values.ts";
import { LinkedDefinitions, notDefined } from "./linked-definitions.ts";
import {
  unit,
  type AnyV,
  type BuiltinV,
  type Code,
  type InterfaceV,
  type RuntimeValue,
} from "./runtime-value.ts";
import { topLevelValue } from "./top-level-value.ts";

/**
 * The code of all packages the engine knows: compiles definitions when they are first used. What they
 * are never changes, so what is compiled stays right.
 */
export class Program {
  readonly definitions: LinkedDefinitions;
  readonly values: LedgerValueReader;
  readonly #values = new Map<ValueName, () => RuntimeValue>();
  readonly #templates = new Map<TypeId, TemplateCode>();
  readonly #choices = new Map<TypeId, Map<string, ChoiceCode>>();
  readonly #methods = new Map<string, (payload: RuntimeValue) => RuntimeValue>();

  /** A program of its own code over the definitions of `other`, those added later included. */
  constructor(other?: Program) {
    this.definitions = other?.definitions ?? new LinkedDefinitions();
    this.values = other?.values ?? new LedgerValueReader(this.definitions);
  }

  /** A function of the named parameters; the result takes them in this order. */
  function(
    parameters: readonly string[],
    body: Expr,
  ): (...args: readonly RuntimeValue[]) => RuntimeValue {
    return compileFunction(this, parameters, body);
  }

  /** What a function makes of its arguments. */
  apply(fun: RuntimeValue, args: readonly RuntimeValue[]): RuntimeValue {
    return apply(fun, args);
  }

  /** The value of code that was called from outside, once all that it left to be called is done. */
  settle(evaluate: () => RuntimeValue): RuntimeValue {
    return evaluate();
  }

  builtin(id: number): RuntimeValue {
    if (id === 59) return this.#exceptionMessage;
    return builtinFor(id);
  }

  readonly #exceptionMessage: BuiltinV = {
    kind: "builtin",
    name: "ANY_EXCEPTION_MESSAGE",
    arity: 1,
    run: ([exception]) => this.messageOf(asKind("any", exception ?? unit)),
  };

  /** The builtin that an expression names outright, if it is a function. */
  knownBuiltin(expr: Expr): BuiltinV | undefined {
    if (expr.kind === "typeApply") return this.knownBuiltin(expr.expr);
    if (expr.kind !== "builtin") return undefined;
    const value = this.builtin(expr.id);
    return typeof value === "object" && value.kind === "builtin" ? value : undefined;
  }

  /** Code that gives a top-level value, evaluating it the first time (daml-lf.md 7). */
  valueReference(name: ValueName): Code {
    let value: RuntimeValue | undefined;
    return () => (value ??= this.value(name)());
  }

  /** Gives a top-level value, evaluating it the first time; the same function for the same name. */
  value(name: ValueName): () => RuntimeValue {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const { body } = this.definitions.value(name);
    const force = topLevelValue(name, () => this.function([], body()));
    this.#values.set(name, force);
    return force;
  }

  /** The code of a template; the same object for the same id. */
  template(id: TypeId): TemplateCode {
    const known = this.#templates.get(id);
    if (known !== undefined) return known;
    const code = templateCode(this, id, this.definitions.template(id));
    this.#templates.set(id, code);
    return code;
  }

  /** A choice of a template or of an interface. */
  choice(owner: TypeId, name: string): ChoiceCode {
    let choices = this.#choices.get(owner);
    const known = choices?.get(name);
    if (known !== undefined) return known;
    const { parameter, choices: declared } =
      this.definitions.interface(owner) ?? this.definitions.template(owner);
    const definition = declared.get(name);
    if (definition === undefined) throw notDefined(`${owner}/${name}`);
    const code = choiceCode(this, parameter, definition);
    choices ??= new Map();
    this.#choices.set(owner, choices.set(name, code));
    return code;
  }

  /** Takes one step of the budget, as views, signatories and observers through an interface do. */
  callMethod(value: InterfaceV, interfaceId: TypeId, method: string): RuntimeValue {
    const { templateId } = value;
    const body = methodOf(instanceOf(this.definitions, templateId, interfaceId), method);
    return this.#methodCode(`${templateId}/${interfaceId}/${method}`, value, body);
  }

  /** What the interface shows of the value; a ledger value can be made of it. */
  view(value: InterfaceV, interfaceId: TypeId): RuntimeValue {
    const { templateId } = value;
    const { view } = instanceOf(this.definitions, templateId, interfaceId);
    return checkedView(this.#methodCode(`${templateId}/${interfaceId}`, value, view));
  }

  #methodCode(key: string, value: InterfaceV, body: Lazy<Expr>): RuntimeValue {
    takeStep();
    let code = this.#methods.get(key);
    if (code === undefined) {
      const { parameter } = this.definitions.template(value.templateId);
      code = this.function([parameter], body());
      this.#methods.set(key, code);
    }
    return code(value.payload);
  }

  signatories(value: InterfaceV): RuntimeValue {
    takeStep();
    return this.template(value.templateId).signatories(value.payload);
  }

  observers(value: InterfaceV): RuntimeValue {
    takeStep();
    return this.template(value.templateId).observers(value.payload);
  }

  /** What an exception says of itself. */
  messageOf({ type, value }: AnyV): string {
    const body = this.messageBody(type);
    if (body === undefined) return asText(asKind("record", value).fields[0] ?? unit);
    const message = this.function([], body())();
    return asText(this.apply(message, [value]));
  }

  /** What gives the message of an exception; undefined for the one whose field is its message. */
  protected messageBody(type: LfType): Lazy<Expr> | undefined {
    if (type.kind !== "constructor") throw notDefined("an exception");
    if (type.id === arithmeticErrorId) return undefined;
    return this.definitions.exception(type.id).message;
  }
}
