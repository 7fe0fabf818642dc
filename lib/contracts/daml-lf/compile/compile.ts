import { ledgerError } from "../../../ground/errors/ledger-error.ts";
import { type Builtin } from "../builtins/builtin.ts";
import { BodyWriter, registersTo } from "../code/body-writer.ts";
import { addTo, type Body } from "../code/code-store.ts";
import * as op from "../code/instructions.ts";
import { registerOf, type Scope, scopeOf, withVariable } from "../code/scope.ts";
import type { Program } from "../engine/program.ts";
import { unit } from "../runtime/runtime-value.ts";
import type { Expr, ValueName } from "../syntax/ast.ts";
import { curried, uncurried } from "../syntax/curry.ts";
import { freeVariables } from "../syntax/free-variables.ts";
import { compileCase } from "./compile-case.ts";
import { callsInterface, compileInterfaceCall } from "./compile-interface-call.ts";
import { compileUpdate } from "./compile-updates.ts";
import { hostCall } from "./host-call.ts";
import { isLiteral, literal } from "./literal.ts";

/** Compiles a function of the named parameters. */
export const compileFunction = (
  program: Program,
  parameters: readonly string[],
  body: Expr,
): Body => {
  const compiler = new Compiler(program, parameters.length);
  compiler.tail(body, scopeOf(parameters));
  return compiler.finish(parameters.length);
};

/** Compiles a function of the host. */
export const compileBuiltin = (program: Program, builtin: Builtin): Body => {
  const { arity } = builtin;
  const compiler = new Compiler(program, arity);
  const result = compiler.register();
  compiler.hostCall(result, builtin, registersTo(arity));
  compiler.emit(op.RETURN, result);
  return compiler.finish(arity);
};

/** Compiles the application of what the message of an exception is told by. */
export const compileMessage = (program: Program, message: Expr): Body => {
  const compiler = new Compiler(program, 1);
  compiler.call(undefined, compiler.operand(message, undefined), [0]);
  return compiler.finish(1);
};

/** Compiles a top-level value that is no function: its body puts it into the constant. */
export const compileConstant = (program: Program, constant: number, expr: Expr): Body => {
  const compiler = new Compiler(program, 1);
  compiler.into(0, expr, undefined);
  compiler.emit(op.KEEP, constant, 0);
  compiler.emit(op.RETURN, 0);
  return compiler.finish(0);
};

/**
 * Turns the body of one function or update into instructions (daml-lf.md 7). Types are erased. Operands
 * are evaluated from the last to the first, a function after its arguments, fields and list elements
 * likewise: which of two failures a user sees follows from that.
 */
export class Compiler extends BodyWriter {
  /** Code that ends with the value of the expression; calls in tail position do not wait. */
  tail(expr: Expr, scope: Scope): void {
    this.temporarily(() => {
      this.#tail(expr, scope);
    });
  }

  #tail(expr: Expr, scope: Scope): void {
    if (expr.kind === "typeApply") this.tail(expr.expr, scope);
    else if (expr.kind === "typeLambda") this.tail(expr.body, scope);
    else if (expr.kind === "apply") this.#application(undefined, expr, scope);
    else if (expr.kind === "let") this.tail(expr.body, this.#bind(expr, scope));
    else if (expr.kind === "case") compileCase(this, expr, scope);
    else if (callsInterface(expr)) compileInterfaceCall(this, undefined, { expr, scope });
    else this.emit(op.RETURN, this.operand(expr, scope));
  }

  /** Where the value of the expression is found: what is no variable or constant is evaluated first. */
  operand(expr: Expr, scope: Scope): number {
    if (expr.kind === "typeApply") return this.operand(expr.expr, scope);
    if (expr.kind === "typeLambda") return this.operand(expr.body, scope);
    if (expr.kind === "variable") return this.#variable(expr.name, scope);
    if (expr.kind === "value") return this.#topLevelValue(expr.name);
    if (isLiteral(expr)) return this.constant(literal(this.program, expr));
    const register = this.register();
    this.into(register, expr, scope);
    return register;
  }

  #topLevelValue(name: ValueName): number {
    const constant = this.program.constantOf(name);
    if (this.store.constants[constant] === undefined) this.emit(op.FORCE, constant);
    return ~constant;
  }

  /** The operands of expressions, evaluated from the last to the first. */
  operands(exprs: readonly Expr[], scope: Scope): readonly number[] {
    return exprs
      .toReversed()
      .map((expr) => this.operand(expr, scope))
      .reverse();
  }

  /** Code that puts the value of the expression into a register. */
  into(to: number, expr: Expr, scope: Scope): void {
    this.temporarily(() => {
      this.#into(to, expr, scope);
    });
  }

  #into(to: number, expr: Expr, scope: Scope): void {
    const operands = (...exprs: readonly Expr[]) => this.operands(exprs, scope);
    switch (expr.kind) {
      case "typeApply":
        return this.into(to, expr.expr, scope);
      case "typeLambda":
        return this.into(to, expr.body, scope);
      case "lambda":
        return this.#lambda(to, expr, scope);
      case "apply":
        return this.#application(to, expr, scope);
      case "let":
        return this.into(to, expr.body, this.#bind(expr, scope));
      case "case":
        return compileCase(this, expr, scope, to);
      case "record":
        return this.#record(to, expr, scope);
      case "recordField":
        return this.emit(op.FIELD, to, ...operands(expr.record), this.program.rankOf(expr));
      case "variant": {
        const shape = this.program.shapeOf(expr.type);
        const rank = this.program.rankOf({ type: expr.type, field: expr.constructor });
        return this.emit(
          op.VARIANT,
          to,
          addTo(this.store.shapes, shape),
          rank,
          ...operands(expr.argument),
        );
      }
      case "struct": {
        const names = addTo(
          this.store.names,
          expr.fields.map(({ name }) => this.store.interned(name)),
        );
        const fields = operands(...expr.fields.map((field) => field.expr));
        return this.emit(op.STRUCT, to, names, fields.length, ...fields);
      }
      case "structField": {
        const name = addTo(this.store.fieldNames, this.store.interned(expr.field));
        return this.emit(op.STRUCT_FIELD, to, ...operands(expr.struct), name, 0);
      }
      case "cons":
        return this.#cons(to, expr, scope);
      case "some":
        return this.emit(op.SOME, to, ...operands(expr.value));
      case "throw": {
        const { exception, exceptionType: type } = expr;
        return this.emit(op.THROW, ...operands({ kind: "toAnyException", type, expr: exception }));
      }
      case "callInterface":
      case "signatoryInterface":
      case "observerInterface":
      case "viewInterface":
        return compileInterfaceCall(this, to, { expr, scope });
      case "update":
        return compileUpdate(this, to, { update: expr.update, scope });
      case "recordUpdate":
      case "structUpdate":
      case "toAny":
      case "fromAny":
      case "toAnyException":
      case "fromAnyException":
      case "toInterface":
      case "fromInterface":
      case "unsafeFromInterface":
      case "interfaceTemplateTypeRep":
      case "toRequiredInterface":
      case "fromRequiredInterface":
      case "unsafeFromRequiredInterface":
      case "experimental": {
        const call = hostCall(this.program, expr);
        return this.hostCall(to, call, operands(...call.operands));
      }
      case "variable":
      case "value":
      case "builtin":
      case "unit":
      case "bool":
      case "int64":
      case "text":
      case "timestamp":
      case "numeric":
      case "date":
      case "failureCategory":
      case "enum":
      case "nil":
      case "none":
      case "typeRep":
        return this.emit(op.MOVE, to, ...operands(expr));
    }
  }

  /** Code of its own, whose first registers are filled. */
  body(filled: number, code: (inner: Compiler) => void): Body {
    const inner = new Compiler(this.program, filled);
    code(inner);
    return inner.finish(0);
  }

  /** Code that makes an update of values; what performs it finds them in the first registers. */
  update(to: number, values: readonly number[], code: (inner: Compiler) => void): void {
    const body = addTo(this.store.bodies, this.body(values.length, code));
    this.emit(op.UPDATE, to, body, values.length, ...values);
  }

  #variable(name: string, scope: Scope): number {
    const register = registerOf(scope, name);
    if (register !== undefined) return register;
    throw ledgerError("PACKAGE_VALIDATION_FAILED", {
      cause: `The variable ${name} is not bound; the package is ill-formed.`,
    });
  }

  #lambda(to: number, expr: ExprOf<"lambda">, scope: Scope): void {
    const { parameters, result } = curried(expr);
    const { names, values } = this.captured([result], scope, parameters);
    const body = compileFunction(this.program, [...names, ...parameters], result);
    const index = addTo(this.store.bodies, { ...body, arity: parameters.length });
    this.emit(op.CLOSURE, to, index, values.length, ...values);
  }

  /** What expressions to be compiled apart take from the scope, beside variables of their own. */
  captured(exprs: readonly Expr[], scope: Scope, own: readonly string[]): Captured {
    const names = new Set(exprs.flatMap((expr) => [...freeVariables(expr)]));
    for (const name of own) names.delete(name);
    const found = [...names].flatMap((name) => {
      const register = registerOf(scope, name);
      return register === undefined ? [] : [{ name, register }];
    });
    return { names: found.map(({ name }) => name), values: found.map(({ register }) => register) };
  }

  #application(to: number | undefined, expr: ExprOf<"apply">, scope: Scope): void {
    const { head, operands } = uncurried(expr);
    const values = this.operands(operands, scope);
    const known = this.program.knownBuiltin(head);
    if (known?.arity !== values.length) return this.call(to, this.#head(head, scope), values);
    if (known.kind === "closure") {
      this.emit(op.GIVE_STEP);
      return this.call(to, this.constant(known), values);
    }
    const register = to ?? this.register();
    this.hostCall(register, known, values);
    if (to === undefined) this.emit(op.RETURN, register);
  }

  /** A call evaluates a top-level value by itself: that comes last anyway. */
  #head(head: Expr, scope: Scope): number {
    return head.kind === "value" ? ~this.program.constantOf(head.name) : this.operand(head, scope);
  }

  #bind(expr: ExprOf<"let">, scope: Scope): Scope {
    let inner = scope;
    for (const { name, bound } of expr.bindings) {
      const register = this.register();
      this.into(register, bound, inner);
      inner = withVariable(inner, name, register);
    }
    return inner;
  }

  /** Evaluated as written, stored as declared. */
  #record(to: number, expr: ExprOf<"record">, scope: Scope): void {
    const shape = this.program.shapeOf(expr.type);
    const values = this.operands(
      expr.fields.map((field) => field.expr),
      scope,
    );
    const stored = new Array<number>(values.length).fill(this.constant(unit));
    for (const [index, { name }] of expr.fields.entries()) {
      stored[this.program.rankOf({ type: expr.type, field: name })] = values[index] ?? 0;
    }
    this.emit(op.RECORD, to, addTo(this.store.shapes, shape), stored.length, ...stored);
  }

  #cons(to: number, expr: ExprOf<"cons">, scope: Scope): void {
    const elements = this.operands([...expr.front, expr.tail], scope).toReversed();
    let [rest = 0] = elements;
    for (const element of elements.slice(1)) {
      this.emit(op.CONS, to, element, rest);
      rest = to;
    }
    if (elements.length === 1) this.emit(op.MOVE, to, rest);
  }
}

type ExprOf<Kind extends Expr["kind"]> = Extract<Expr, { readonly kind: Kind }>;

interface Captured {
  readonly names: readonly string[];
  readonly values: readonly number[];
}
