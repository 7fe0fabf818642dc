import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { type Builtin } from "../builtins/builtin.ts";
import { BodyWriter, listRegistersUpTo } from "../code/body-writer.ts";
import { addToPool, type Body } from "../code/code-store.ts";
import * as op from "../code/instructions.ts";
import { addVariable, createScope, findRegister, type Scope } from "../code/scope.ts";
import { findDataShape, findRank } from "../link/data-types.ts";
import type { Linker } from "../link/linker.ts";
import { unit } from "../runtime/runtime-value.ts";
import type { Expr, ValueName } from "../syntax/ast.ts";
import { mergeApplication, mergeFunction } from "../syntax/curry.ts";
import { findFreeVariables } from "../syntax/find-free-variables.ts";
import { isLiteral } from "../syntax/literal.ts";
import { compileCase } from "./compile-case.ts";
import { compileInterfaceCall, isInterfaceCall } from "./compile-interface-call.ts";
import { compileUpdate } from "./compile-updates.ts";
import { evaluateLiteral } from "./evaluate-literal.ts";
import type { Captured, ExprCompiler } from "./expr-compiler.ts";
import { toPlatformCall } from "./to-platform-call.ts";

/** Compiles a function with the named parameters. */
export const compileFunction = (
  linker: Linker,
  parameters: readonly string[],
  body: Expr,
): Body => {
  const compiler = new Compiler(linker, parameters.length);
  compiler.tail(body, createScope(parameters));
  return compiler.finish(parameters.length);
};

/**
 * Compiles an update that captures the named values. When performed, it evaluates the expression to an
 * update and performs that.
 */
export const compilePerformedUpdate = (
  linker: Linker,
  names: readonly string[],
  update: Expr,
): Body => {
  const compiler = new Compiler(linker, names.length);
  compiler.emit(op.TAIL_PERFORM, compiler.operand(update, createScope(names)));
  return compiler.finish(0);
};

/** Compiles a builtin function that is implemented in JavaScript. */
export const compileBuiltin = (linker: Linker, builtin: Builtin): Body => {
  const { arity } = builtin;
  const compiler = new Compiler(linker, arity);
  const result = compiler.register();
  compiler.platformCall(result, builtin, listRegistersUpTo(arity));
  compiler.emit(op.RETURN, result);
  return compiler.finish(arity);
};

/** Compiles the application of an exception's message function. */
export const compileMessage = (linker: Linker, message: Expr): Body => {
  const compiler = new Compiler(linker, 1);
  compiler.call(undefined, compiler.operand(message, undefined), [0]);
  return compiler.finish(1);
};

/** Compiles a top-level value that is not a function; its body stores the value as a constant. */
export const compileConstant = (linker: Linker, constant: number, expr: Expr): Body => {
  const compiler = new Compiler(linker, 1);
  compiler.into(0, expr, undefined);
  compiler.emit(op.STORE_CONSTANT, constant, 0);
  compiler.emit(op.RETURN, 0);
  return compiler.finish(0);
};

/**
 * Compiles the body of one function or update to instructions (daml-lf.md 7). Types are erased. Operands,
 * fields and list elements are evaluated from last to first, and a function after its arguments. This
 * order determines which failure is reported if several expressions fail.
 */
class Compiler extends BodyWriter implements ExprCompiler {
  readonly linker: Linker;

  /** `filled` registers are in use from the beginning. */
  constructor(linker: Linker, filled: number) {
    super(linker.store, filled);
    this.linker = linker;
  }

  tail(expr: Expr, scope: Scope): void {
    this.temporarily(() => {
      this.at(expr, () => this.#tail(expr, scope));
    });
  }

  at<T>(expr: Expr, compile: () => T): T {
    const { trace } = this.store;
    return trace === undefined ? compile() : trace.at(expr, compile);
  }

  performingChoice(compile: () => void): void {
    const { trace } = this.store;
    if (trace === undefined) compile();
    else trace.exercise(compile);
  }

  #tail(expr: Expr, scope: Scope): void {
    if (expr.kind === "typeApply") this.tail(expr.expr, scope);
    else if (expr.kind === "typeLambda") this.tail(expr.body, scope);
    else if (expr.kind === "apply") this.#application(undefined, expr, scope);
    else if (expr.kind === "let") this.tail(expr.body, this.#bind(expr, scope));
    else if (expr.kind === "case") compileCase(this, expr, scope);
    else if (isInterfaceCall(expr)) compileInterfaceCall(this, undefined, { expr, scope });
    else this.emit(op.RETURN, this.operand(expr, scope));
  }

  operand(expr: Expr, scope: Scope): number {
    const { trace } = this.store;
    if (trace === undefined) return this.#operand(expr, scope);
    return trace.at(expr, () => this.#operand(expr, scope));
  }

  #operand(expr: Expr, scope: Scope): number {
    if (expr.kind === "typeApply") return this.operand(expr.expr, scope);
    if (expr.kind === "typeLambda") return this.operand(expr.body, scope);
    if (expr.kind === "variable") return this.#variable(expr.name, scope);
    if (expr.kind === "value") return this.#topLevelValue(expr.name);
    if (isLiteral(expr)) return this.constant(evaluateLiteral(this.linker, expr));
    const register = this.register();
    this.into(register, expr, scope);
    return register;
  }

  #topLevelValue(name: ValueName): number {
    const constant = this.linker.constantOf(name);
    if (!this.linker.isFunction(constant)) this.emit(op.FORCE, constant);
    return ~constant;
  }

  operands(exprs: readonly Expr[], scope: Scope): readonly number[] {
    return exprs
      .toReversed()
      .map((expr) => this.operand(expr, scope))
      .reverse();
  }

  into(to: number, expr: Expr, scope: Scope): void {
    this.temporarily(() => {
      this.at(expr, () => this.#into(to, expr, scope));
    });
  }

  #into(to: number, expr: Expr, scope: Scope): void {
    const operands = (...exprs: readonly Expr[]) => this.operands(exprs, scope);
    if (isLiteral(expr)) return this.emit(op.MOVE, to, ...operands(expr));
    switch (expr.kind) {
      case "variable":
      case "value":
        return this.emit(op.MOVE, to, ...operands(expr));
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
        return this.emit(
          op.FIELD,
          to,
          ...operands(expr.record),
          findRank(this.linker.definitions, expr),
        );
      case "variant": {
        const shape = findDataShape(this.linker.definitions, expr.type);
        const rank = findRank(this.linker.definitions, {
          type: expr.type,
          field: expr.constructor,
        });
        return this.emit(
          op.VARIANT,
          to,
          addToPool(this.store.shapes, shape),
          rank,
          ...operands(expr.argument),
        );
      }
      case "struct": {
        const names = addToPool(
          this.store.names,
          expr.fields.map(({ name }) => this.store.interned(name)),
        );
        const fields = operands(...expr.fields.map((field) => field.expr));
        return this.emit(op.STRUCT, to, names, fields.length, ...fields);
      }
      case "structField": {
        const name = addToPool(this.store.fieldNames, this.store.interned(expr.field));
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
        const call = toPlatformCall(this.linker, expr);
        return this.platformCall(to, call, operands(...call.operands));
      }
    }
  }

  body(filled: number, code: (inner: ExprCompiler) => void): Body {
    const inner = new Compiler(this.linker, filled);
    code(inner);
    return inner.finish(0);
  }

  update(to: number, values: readonly number[], code: (inner: ExprCompiler) => void): void {
    const body = addToPool(this.store.bodies, this.body(values.length, code));
    this.emit(op.UPDATE, to, body, values.length, ...values);
  }

  #variable(name: string, scope: Scope): number {
    const register = findRegister(scope, name);
    if (register !== undefined) return register;
    throw ledgerError("PACKAGE_VALIDATION_FAILED", {
      cause: `The variable ${name} is not bound; the package is ill-formed.`,
    });
  }

  #lambda(to: number, expr: ExprOf<"lambda">, scope: Scope): void {
    const { parameters, result } = mergeFunction(expr);
    const { names, values } = this.captured([result], scope, parameters);
    const body = compileFunction(this.linker, [...names, ...parameters], result);
    const index = addToPool(this.store.bodies, { ...body, arity: parameters.length });
    this.emit(op.CLOSURE, to, index, values.length, ...values);
  }

  captured(exprs: readonly Expr[], scope: Scope, own: readonly string[]): Captured {
    const names = new Set(exprs.flatMap((expr) => [...findFreeVariables(expr)]));
    for (const name of own) names.delete(name);
    const found = [...names].flatMap((name) => {
      const register = findRegister(scope, name);
      return register === undefined ? [] : [{ name, register }];
    });
    return { names: found.map(({ name }) => name), values: found.map(({ register }) => register) };
  }

  #application(to: number | undefined, expr: ExprOf<"apply">, scope: Scope): void {
    const { head, operands } = mergeApplication(expr);
    const values = this.operands(operands, scope);
    const known = this.linker.knownBuiltin(head);
    if (known?.arity !== values.length) return this.call(to, this.#head(head, scope), values);
    if (known.kind === "closure") {
      this.emit(op.REFUND_STEP);
      return this.call(to, this.constant(known), values);
    }
    const register = to ?? this.register();
    this.platformCall(register, known, values);
    if (to === undefined) this.emit(op.RETURN, register);
  }

  /**
   * Returns the operand of a called function. A top-level value is not evaluated here: the call does
   * that, after evaluating its arguments.
   */
  #head(head: Expr, scope: Scope): number {
    return head.kind === "value" ? ~this.linker.constantOf(head.name) : this.operand(head, scope);
  }

  #bind(expr: ExprOf<"let">, scope: Scope): Scope {
    let inner = scope;
    for (const { name, bound } of expr.bindings) {
      const register = this.register();
      this.into(register, bound, inner);
      inner = addVariable(inner, name, register);
    }
    return inner;
  }

  /** Fields are evaluated in the written order and stored in the declared order. */
  #record(to: number, expr: ExprOf<"record">, scope: Scope): void {
    const shape = findDataShape(this.linker.definitions, expr.type);
    const values = this.operands(
      expr.fields.map((field) => field.expr),
      scope,
    );
    const stored = new Array<number>(values.length).fill(this.constant(unit));
    for (const [index, { name }] of expr.fields.entries()) {
      stored[findRank(this.linker.definitions, { type: expr.type, field: name })] =
        values[index] ?? 0;
    }
    this.emit(op.RECORD, to, addToPool(this.store.shapes, shape), stored.length, ...stored);
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
