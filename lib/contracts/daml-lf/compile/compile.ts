import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { type BuiltinFunctionValue } from "../builtins/builtin.ts";
import { addPoolEntry, type CodeEntryPoint } from "../code/code-store.ts";
import { FunctionCodeWriter, listRegistersFromZero } from "../code/function-code-writer.ts";
import * as op from "../code/instructions.ts";
import {
  bindVariableToRegister,
  createVariableScope,
  findVariableRegister,
  type VariableScope,
} from "../code/scope.ts";
import { getFieldOrConstructorRank, resolveDataTypeShape } from "../link/data-types.ts";
import type { CodeLinker } from "../link/linker.ts";
import { unit } from "../runtime/runtime-value.ts";
import type { LfExpr, LfValueId } from "../syntax/ast.ts";
import { uncurryApplication, uncurryLambda } from "../syntax/curry.ts";
import { findFreeVariables } from "../syntax/find-free-variables.ts";
import { isLiteralExpression } from "../syntax/literal.ts";
import { compileCase } from "./compile-case.ts";
import { compileInterfaceCall, isInterfaceTailCall } from "./compile-interface-call.ts";
import { compileToJavaScriptCall } from "./compile-javascript-call.ts";
import { compileUpdateExpression } from "./compile-updates.ts";
import { evaluateLiteral } from "./evaluate-literal.ts";
import type { CapturedVariables, ExprCompiler } from "./expr-compiler.ts";

/** Compiles a function with the named parameters. */
export const compileFunction = (
  linker: CodeLinker,
  parameters: readonly string[],
  body: LfExpr,
): CodeEntryPoint => {
  const compiler = new BodyCompiler(linker, parameters.length);
  compiler.compileTail(body, createVariableScope(parameters));
  return compiler.finishBody(parameters.length);
};

/**
 * Compiles an update that captures the named values. When performed, it evaluates the expression to an
 * update and performs that.
 */
export const compileDeferredUpdate = (
  linker: CodeLinker,
  names: readonly string[],
  update: LfExpr,
): CodeEntryPoint => {
  const compiler = new BodyCompiler(linker, names.length);
  compiler.emit(
    op.TAIL_PERFORM_UPDATE_OPCODE,
    compiler.compileOperand(update, createVariableScope(names)),
  );
  return compiler.finishBody(0);
};

/** Compiles a builtin function that is implemented in JavaScript. */
export const compileBuiltinImplementedInJavaScript = (
  linker: CodeLinker,
  builtin: BuiltinFunctionValue,
): CodeEntryPoint => {
  const { arity } = builtin;
  const compiler = new BodyCompiler(linker, arity);
  const result = compiler.allocateRegister();
  compiler.emitPlatformCall(result, builtin, listRegistersFromZero(arity));
  compiler.emit(op.RETURN_OPCODE, result);
  return compiler.finishBody(arity);
};

/** Compiles the application of an exception's message function. */
export const compileExceptionMessage = (linker: CodeLinker, message: LfExpr): CodeEntryPoint => {
  const compiler = new BodyCompiler(linker, 1);
  compiler.emitCall(undefined, compiler.compileOperand(message, undefined), [0]);
  return compiler.finishBody(1);
};

/** Compiles a top-level value that is not a function; its body stores the value as a constant. */
export const compileTopLevelConstant = (
  linker: CodeLinker,
  constant: number,
  expr: LfExpr,
): CodeEntryPoint => {
  const compiler = new BodyCompiler(linker, 1);
  compiler.compileToRegister(0, expr, undefined);
  compiler.emit(op.STORE_CONSTANT_OPCODE, constant, 0);
  compiler.emit(op.RETURN_OPCODE, 0);
  return compiler.finishBody(0);
};

/**
 * Compiles the body of one function or update to instructions (daml-lf.md 7). Types are erased. Operands,
 * fields and list elements are evaluated from last to first, and a function after its arguments. This
 * order determines which failure is reported if several expressions fail.
 */
class BodyCompiler extends FunctionCodeWriter implements ExprCompiler {
  readonly linker: CodeLinker;

  /** `filled` registers are in use from the beginning. */
  constructor(linker: CodeLinker, filled: number) {
    super(linker.store, filled);
    this.linker = linker;
  }

  compileTail(expr: LfExpr, scope: VariableScope): void {
    this.runWithTemporaryRegisters(() => {
      this.compileWithLocation(expr, () => this.#compileTailUntraced(expr, scope));
    });
  }

  compileWithLocation<T>(expr: LfExpr, compile: () => T): T {
    const { trace } = this.store;
    return trace === undefined ? compile() : trace.compileWithSourceRange(expr, compile);
  }

  compileChoiceBodyCall(compile: () => void): void {
    const { trace } = this.store;
    if (trace === undefined) compile();
    else trace.compileExercise(compile);
  }

  #compileTailUntraced(expr: LfExpr, scope: VariableScope): void {
    if (expr.kind === "typeApply") this.compileTail(expr.expr, scope);
    else if (expr.kind === "typeLambda") this.compileTail(expr.body, scope);
    else if (expr.kind === "apply") this.#compileApplication(undefined, expr, scope);
    else if (expr.kind === "let") this.compileTail(expr.body, this.#compileBindings(expr, scope));
    else if (expr.kind === "case") compileCase(this, expr, scope);
    else if (isInterfaceTailCall(expr)) compileInterfaceCall(this, undefined, { expr, scope });
    else this.emit(op.RETURN_OPCODE, this.compileOperand(expr, scope));
  }

  compileOperand(expr: LfExpr, scope: VariableScope): number {
    const { trace } = this.store;
    if (trace === undefined) return this.#compileOperandUntraced(expr, scope);
    return trace.compileWithSourceRange(expr, () => this.#compileOperandUntraced(expr, scope));
  }

  #compileOperandUntraced(expr: LfExpr, scope: VariableScope): number {
    if (expr.kind === "typeApply") return this.compileOperand(expr.expr, scope);
    if (expr.kind === "typeLambda") return this.compileOperand(expr.body, scope);
    if (expr.kind === "variable") return this.#getVariableRegister(expr.name, scope);
    if (expr.kind === "value") return this.#compileTopLevelValue(expr.name);
    if (isLiteralExpression(expr)) return this.addConstant(evaluateLiteral(this.linker, expr));
    const register = this.allocateRegister();
    this.compileToRegister(register, expr, scope);
    return register;
  }

  #compileTopLevelValue(name: LfValueId): number {
    const constant = this.linker.getConstantIndex(name);
    if (!this.linker.isFunction(constant)) this.emit(op.EVALUATE_CONSTANT_OPCODE, constant);
    return ~constant;
  }

  compileOperands(exprs: readonly LfExpr[], scope: VariableScope): readonly number[] {
    return exprs
      .toReversed()
      .map((expr) => this.compileOperand(expr, scope))
      .reverse();
  }

  compileToRegister(to: number, expr: LfExpr, scope: VariableScope): void {
    this.runWithTemporaryRegisters(() => {
      this.compileWithLocation(expr, () => this.#compileToRegisterUntraced(to, expr, scope));
    });
  }

  #compileToRegisterUntraced(to: number, expr: LfExpr, scope: VariableScope): void {
    const operands = (...exprs: readonly LfExpr[]) => this.compileOperands(exprs, scope);
    if (isLiteralExpression(expr)) return this.emit(op.COPY_VALUE_OPCODE, to, ...operands(expr));
    switch (expr.kind) {
      case "variable":
      case "value":
        return this.emit(op.COPY_VALUE_OPCODE, to, ...operands(expr));
      case "typeApply":
        return this.compileToRegister(to, expr.expr, scope);
      case "typeLambda":
        return this.compileToRegister(to, expr.body, scope);
      case "lambda":
        return this.#compileLambda(to, expr, scope);
      case "apply":
        return this.#compileApplication(to, expr, scope);
      case "let":
        return this.compileToRegister(to, expr.body, this.#compileBindings(expr, scope));
      case "case":
        return compileCase(this, expr, scope, to);
      case "record":
        return this.#compileRecord(to, expr, scope);
      case "recordField":
        return this.emit(
          op.READ_RECORD_FIELD_OPCODE,
          to,
          ...operands(expr.record),
          getFieldOrConstructorRank(this.linker.definitions, expr),
        );
      case "variant": {
        const shape = resolveDataTypeShape(this.linker.definitions, expr.type);
        const rank = getFieldOrConstructorRank(this.linker.definitions, {
          type: expr.type,
          field: expr.constructor,
        });
        return this.emit(
          op.CREATE_VARIANT_OPCODE,
          to,
          addPoolEntry(this.store.shapes, shape),
          rank,
          ...operands(expr.argument),
        );
      }
      case "struct": {
        const names = addPoolEntry(
          this.store.names,
          expr.fields.map(({ name }) => this.store.internString(name)),
        );
        const fields = operands(...expr.fields.map((field) => field.expr));
        return this.emit(op.CREATE_STRUCT_OPCODE, to, names, fields.length, ...fields);
      }
      case "structField": {
        const name = addPoolEntry(this.store.fieldNames, this.store.internString(expr.field));
        return this.emit(op.READ_STRUCT_FIELD_OPCODE, to, ...operands(expr.struct), name, 0);
      }
      case "cons":
        return this.#compileCons(to, expr, scope);
      case "some":
        return this.emit(op.CREATE_SOME_OPCODE, to, ...operands(expr.value));
      case "throw": {
        const { exception, exceptionType: type } = expr;
        return this.emit(
          op.THROW_EXCEPTION_OPCODE,
          ...operands({ kind: "toAnyException", type, expr: exception }),
        );
      }
      case "callInterface":
      case "signatoryInterface":
      case "observerInterface":
      case "viewInterface":
        return compileInterfaceCall(this, to, { expr, scope });
      case "update":
        return compileUpdateExpression(this, to, { update: expr.update, scope });
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
        const call = compileToJavaScriptCall(this.linker, expr);
        return this.emitPlatformCall(to, call, operands(...call.operands));
      }
    }
  }

  compileSeparateBody(filled: number, code: (inner: ExprCompiler) => void): CodeEntryPoint {
    const inner = new BodyCompiler(this.linker, filled);
    code(inner);
    return inner.finishBody(0);
  }

  emitUpdateCreation(
    to: number,
    values: readonly number[],
    code: (inner: ExprCompiler) => void,
  ): void {
    const body = addPoolEntry(this.store.bodies, this.compileSeparateBody(values.length, code));
    this.emit(op.CREATE_UPDATE_VALUE_OPCODE, to, body, values.length, ...values);
  }

  #getVariableRegister(name: string, scope: VariableScope): number {
    const register = findVariableRegister(scope, name);
    if (register !== undefined) return register;
    throw ledgerError("PACKAGE_VALIDATION_FAILED", {
      cause: `The variable ${name} is not bound; the package is ill-formed.`,
    });
  }

  #compileLambda(to: number, expr: ExprOf<"lambda">, scope: VariableScope): void {
    const { parameters, result } = uncurryLambda(expr);
    const { names, values } = this.findCapturedVariables([result], scope, parameters);
    const body = compileFunction(this.linker, [...names, ...parameters], result);
    const index = addPoolEntry(this.store.bodies, { ...body, arity: parameters.length });
    this.emit(op.CREATE_CLOSURE_OPCODE, to, index, values.length, ...values);
  }

  findCapturedVariables(
    exprs: readonly LfExpr[],
    scope: VariableScope,
    own: readonly string[],
  ): CapturedVariables {
    const names = new Set(exprs.flatMap((expr) => [...findFreeVariables(expr)]));
    for (const name of own) names.delete(name);
    const found = [...names].flatMap((name) => {
      const register = findVariableRegister(scope, name);
      return register === undefined ? [] : [{ name, register }];
    });
    return { names: found.map(({ name }) => name), values: found.map(({ register }) => register) };
  }

  #compileApplication(to: number | undefined, expr: ExprOf<"apply">, scope: VariableScope): void {
    const { head, operands } = uncurryApplication(expr);
    const values = this.compileOperands(operands, scope);
    const known = this.linker.findKnownBuiltin(head);
    if (known?.arity !== values.length) {
      return this.emitCall(to, this.#compileCallee(head, scope), values);
    }
    if (known.kind === "closure") {
      this.emit(op.REFUND_STEP_OPCODE);
      return this.emitCall(to, this.addConstant(known), values);
    }
    const register = to ?? this.allocateRegister();
    this.emitPlatformCall(register, known, values);
    if (to === undefined) this.emit(op.RETURN_OPCODE, register);
  }

  /**
   * Returns the operand of a called function. A top-level value is not evaluated here: the call does
   * that, after evaluating its arguments.
   */
  #compileCallee(head: LfExpr, scope: VariableScope): number {
    return head.kind === "value"
      ? ~this.linker.getConstantIndex(head.name)
      : this.compileOperand(head, scope);
  }

  #compileBindings(expr: ExprOf<"let">, scope: VariableScope): VariableScope {
    let inner = scope;
    for (const { name, bound } of expr.bindings) {
      const register = this.allocateRegister();
      this.compileToRegister(register, bound, inner);
      inner = bindVariableToRegister(inner, name, register);
    }
    return inner;
  }

  /** Fields are evaluated in the written order and stored in the declared order. */
  #compileRecord(to: number, expr: ExprOf<"record">, scope: VariableScope): void {
    const shape = resolveDataTypeShape(this.linker.definitions, expr.type);
    const values = this.compileOperands(
      expr.fields.map((field) => field.expr),
      scope,
    );
    const stored = new Array<number>(values.length).fill(this.addConstant(unit));
    for (const [index, { name }] of expr.fields.entries()) {
      stored[getFieldOrConstructorRank(this.linker.definitions, { type: expr.type, field: name })] =
        values[index] ?? 0;
    }
    this.emit(
      op.CREATE_RECORD_OPCODE,
      to,
      addPoolEntry(this.store.shapes, shape),
      stored.length,
      ...stored,
    );
  }

  #compileCons(to: number, expr: ExprOf<"cons">, scope: VariableScope): void {
    const elements = this.compileOperands([...expr.front, expr.tail], scope).toReversed();
    let [rest = 0] = elements;
    for (const element of elements.slice(1)) {
      this.emit(op.CREATE_LIST_CELL_OPCODE, to, element, rest);
      rest = to;
    }
    if (elements.length === 1) this.emit(op.COPY_VALUE_OPCODE, to, rest);
  }
}

type ExprOf<Kind extends LfExpr["kind"]> = Extract<LfExpr, { readonly kind: Kind }>;
