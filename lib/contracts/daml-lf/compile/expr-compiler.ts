import type { BodyWriter } from "../code/body-writer.ts";
import type { Body } from "../code/code-store.ts";
import type { Scope } from "../code/scope.ts";
import type { Linker } from "../link/linker.ts";
import type { Expr } from "../syntax/ast.ts";

/**
 * Writes the code of expressions into the body of one function or update: what the compilers of single
 * forms have of the one that chooses among them.
 */
export interface ExprCompiler extends BodyWriter {
  readonly linker: Linker;

  /** Code that ends with the value of the expression; calls in tail position do not wait. */
  tail(expr: Expr, scope: Scope): void;

  /** Where the value of the expression is found: what is no variable or constant is evaluated first. */
  operand(expr: Expr, scope: Scope): number;

  /** The operands of expressions, evaluated from the last to the first. */
  operands(exprs: readonly Expr[], scope: Scope): readonly number[];

  /** Code that puts the value of the expression into a register. */
  into(to: number, expr: Expr, scope: Scope): void;

  /** Compiles code that belongs to the expression: errors in it are reported where the expression stands. */
  at<T>(expr: Expr, compile: () => T): T;

  /** Compiles the instruction that performs the body of a choice. */
  performingChoice(compile: () => void): void;

  /** What expressions to be compiled apart take from the scope, beside variables of their own. */
  captured(exprs: readonly Expr[], scope: Scope, own: readonly string[]): Captured;

  /** Code of its own, whose first registers are filled. */
  body(filled: number, code: (inner: ExprCompiler) => void): Body;

  /** Code that makes an update of values; what performs it finds them in the first registers. */
  update(to: number, values: readonly number[], code: (inner: ExprCompiler) => void): void;
}

/** Variables with the registers that hold them, each list in the order of the other. */
export interface Captured {
  readonly names: readonly string[];
  readonly values: readonly number[];
}
