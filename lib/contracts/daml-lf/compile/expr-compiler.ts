import type { CodeEntryPoint } from "../code/code-store.ts";
import type { FunctionCodeWriter } from "../code/function-code-writer.ts";
import type { VariableScope } from "../code/scope.ts";
import type { CodeLinker } from "../link/linker.ts";
import type { LfExpr } from "../syntax/ast.ts";

/**
 * Compiles expressions into the body of one function or update. Code that compiles one kind of
 * expression calls this compiler for the subexpressions.
 */
export interface ExprCompiler extends FunctionCodeWriter {
  readonly linker: CodeLinker;

  /** Emits code that returns the value of the expression; calls are in tail position. */
  compileTail(expr: LfExpr, scope: VariableScope): void;

  /**
   * Returns the operand with the value of the expression. Emits code to evaluate it unless it is a variable
   * or a constant.
   */
  compileOperand(expr: LfExpr, scope: VariableScope): number;

  /** Returns the operands of expressions, which are evaluated from last to first. */
  compileOperands(exprs: readonly LfExpr[], scope: VariableScope): readonly number[];

  /** Emits code that puts the value of the expression into a register. */
  compileToRegister(to: number, expr: LfExpr, scope: VariableScope): void;

  /**
   * Calls `compile`. Errors of the instructions that it emits are reported at the location of the
   * expression.
   */
  compileWithLocation<T>(expr: LfExpr, compile: () => T): T;

  /** Compiles the instruction that performs the body of a choice. */
  compileChoiceBodyCall(compile: () => void): void;

  /**
   * Returns the variables of the scope that the expressions use, so that the expressions can be compiled
   * separately. The variables in `own` are left out.
   */
  findCapturedVariables(
    exprs: readonly LfExpr[],
    scope: VariableScope,
    own: readonly string[],
  ): CapturedVariables;

  /** Compiles a separate body whose first registers are filled. */
  compileSeparateBody(filled: number, code: (inner: ExprCompiler) => void): CodeEntryPoint;

  /**
   * Emits code that creates an update with captured values. The code of the update finds them in its
   * first registers.
   */
  emitUpdateCreation(
    to: number,
    values: readonly number[],
    code: (inner: ExprCompiler) => void,
  ): void;
}

/** Variables and the registers that hold them, in the same order. */
export interface CapturedVariables {
  readonly names: readonly string[];
  readonly values: readonly number[];
}
