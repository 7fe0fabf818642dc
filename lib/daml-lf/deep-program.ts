import type { TypeId } from "../model/identifiers.ts";
import { beginWholeBudget, callInTail, resumeBudget } from "./apply.ts";
import type { Expr, Lazy, ValueName } from "./ast.ts";
import { asKind } from "./builtin.ts";
import { deepBuiltins } from "./deep-builtins.ts";
import { DeepCompiler } from "./deep-compile.ts";
import { instanceOf, methodOf } from "./interface-instances.ts";
import { checkedView } from "./ledger-values.ts";
import { awaitIn, evaluateThen, noFrame, runToEnd, type Continuation } from "./own-stack.ts";
import { Program } from "./program.ts";
import {
  unit,
  type AnyV,
  type BuiltinV,
  type ClosureV,
  type Code,
  type InterfaceV,
  type RuntimeValue,
} from "./runtime-value.ts";
import { Scope } from "./scope.ts";
import { isAtom, Sequencer } from "./sequence.ts";
import { definedByItself } from "./top-level-value.ts";

/**
 * The packages of a program, compiled a second time: code that recurses as deep as there is memory,
 * at a fraction of the speed. Its functions and updates never meet those of the other program, so
 * top-level values are evaluated anew.
 */
export class DeepProgram extends Program {
  readonly #compiler: DeepCompiler;
  readonly #sequencer: Sequencer;
  readonly #topLevels = new Map<ValueName, TopLevelValue>();
  readonly #pieces = new Map<string, ClosureV>();

  constructor(program: Program) {
    super(program);
    this.#sequencer = new Sequencer({
      isCall: (head, count) => this.#isCall(head, count),
      isComputed: (name) => !this.#topLevel(name).isAtom,
    });
    this.#compiler = new DeepCompiler(this, this.#sequencer);
  }

  #isCall(head: Expr, argumentCount: number): boolean {
    if (head.kind === "builtin" && callsBack.has(head.id)) return true;
    return this.knownBuiltin(head)?.arity !== argumentCount;
  }

  /** Takes no step of the budget, as the functions of the other program. */
  override function(
    parameters: readonly string[],
    body: Expr,
  ): (...args: readonly RuntimeValue[]) => RuntimeValue {
    const { body: code, frameSize } = this.#closure(parameters, body);
    return (...args) => {
      const frame = [...args];
      frame.length = frameSize;
      return runToEnd(() => code(frame));
    };
  }

  #closure(parameters: readonly string[], body: Expr): ClosureV {
    const scope = Scope.of(parameters);
    const code = this.#compiler.expression(this.#sequencer.sequence(body), scope, true);
    return {
      kind: "closure",
      arity: parameters.length,
      frameSize: scope.frameSize(),
      captured: [],
      body: code,
    };
  }

  override apply(fun: RuntimeValue, args: readonly RuntimeValue[]): RuntimeValue {
    return runToEnd(() => callInTail(fun, args));
  }

  override settle(evaluate: () => RuntimeValue): RuntimeValue {
    return runToEnd(evaluate);
  }

  override builtin(id: number): RuntimeValue {
    if (id === exceptionMessageId) return this.#exceptionMessage;
    return deepBuiltins.get(id) ?? super.builtin(id);
  }

  readonly #exceptionMessage: BuiltinV = {
    kind: "builtin",
    name: "ANY_EXCEPTION_MESSAGE",
    arity: 1,
    run: ([exception]) => this.#tellMessage(asKind("any", exception ?? unit)),
  };

  #tellMessage(exception: AnyV): RuntimeValue {
    const { type, value } = exception;
    const body = this.messageBody(type);
    if (type.kind !== "constructor" || body === undefined) return this.messageOf(exception);
    const message = this.#piece(`message of ${type.id}`, [], body);
    return evaluateThen(message.body, new Array<RuntimeValue>(message.frameSize), {
      resume: (fun) => callInTail(fun, [value]),
    });
  }

  override value(name: ValueName): () => RuntimeValue {
    return () => runToEnd(() => this.#topLevel(name).get());
  }

  override valueReference(name: ValueName): Code {
    let value: TopLevelValue | undefined;
    return () => (value ??= this.#topLevel(name)).get();
  }

  #topLevel(name: ValueName): TopLevelValue {
    let value = this.#topLevels.get(name);
    if (value === undefined) {
      const { body } = this.definitions.value(name);
      value = new TopLevelValue(name, isAtom(body()), () => this.#closure([], body()));
      this.#topLevels.set(name, value);
    }
    return value;
  }

  override callMethod(value: InterfaceV, interfaceId: TypeId, method: string): RuntimeValue {
    const { templateId } = value;
    const body = methodOf(instanceOf(this.definitions, templateId, interfaceId), method);
    return this.#callPiece(`${templateId}/${interfaceId}/${method}`, value, body);
  }

  override view(value: InterfaceV, interfaceId: TypeId): RuntimeValue {
    const { view } = instanceOf(this.definitions, value.templateId, interfaceId);
    awaitIn(checkingView, noFrame);
    return this.#callPiece(`${value.templateId}/${interfaceId}`, value, view);
  }

  override signatories(value: InterfaceV): RuntimeValue {
    const { signatories } = this.definitions.template(value.templateId);
    return this.#callPiece(`signatories of ${value.templateId}`, value, signatories);
  }

  override observers(value: InterfaceV): RuntimeValue {
    const { observers } = this.definitions.template(value.templateId);
    return this.#callPiece(`observers of ${value.templateId}`, value, observers);
  }

  #callPiece(key: string, value: InterfaceV, body: Lazy<Expr>): RuntimeValue {
    const { parameter } = this.definitions.template(value.templateId);
    return callInTail(this.#piece(key, [parameter], body), [value.payload]);
  }

  #piece(key: string, parameters: readonly string[], body: Lazy<Expr>): ClosureV {
    let piece = this.#pieces.get(key);
    if (piece === undefined) {
      piece = this.#closure(parameters, body());
      this.#pieces.set(key, piece);
    }
    return piece;
  }
}

const checkingView: Continuation = { resume: checkedView };

/** A failure is not remembered; needing itself is one. Has a budget of its own. */
class TopLevelValue implements Continuation {
  readonly #name: ValueName;
  /** Its code gives the value at once. */
  readonly isAtom: boolean;
  readonly #compile: () => ClosureV;
  #value: RuntimeValue | undefined;
  #isRunning = false;
  #outerBudget = 0;

  constructor(name: ValueName, isAtom: boolean, compile: () => ClosureV) {
    this.#name = name;
    this.isAtom = isAtom;
    this.#compile = compile;
  }

  /** The value; evaluates it the first time, by deep code. */
  get(): RuntimeValue {
    if (this.#value !== undefined) return this.#value;
    if (this.#isRunning) throw definedByItself(this.#name);
    const code = this.#compile();
    if (this.isAtom) return (this.#value = code.body(new Array<RuntimeValue>(code.frameSize)));
    this.#isRunning = true;
    this.#outerBudget = beginWholeBudget();
    // As a call, not at once: values may need one another in a chain of any length.
    awaitIn(this, noFrame);
    return callInTail(code, []);
  }

  readonly resume = (value: RuntimeValue): RuntimeValue => {
    this.abandon();
    this.#value = value;
    return value;
  };

  readonly abandon = (): void => {
    this.#isRunning = false;
    resumeBudget(this.#outerBudget);
  };
}

const exceptionMessageId = 59;

/** Builtin functions that call functions. */
const callsBack: ReadonlySet<number> = new Set([...deepBuiltins.keys(), exceptionMessageId]);
