import type { LfExpr } from "./ast.ts";

type ExprOf<Kind extends LfExpr["kind"]> = Extract<LfExpr, { readonly kind: Kind }>;

/**
 * Returns the parameters and result of an expression that is a function; undefined for other expressions.
 */
export const toUncurriedFunction = (expr: LfExpr): UncurriedFunction | undefined => {
  if (expr.kind === "typeLambda") return toUncurriedFunction(expr.body);
  return expr.kind === "lambda" ? uncurryLambda(expr) : undefined;
};

interface UncurriedFunction {
  readonly parameters: readonly string[];
  readonly result: LfExpr;
}

/**
 * Merges nested functions into one function with all their parameters; type abstractions between them are
 * erased.
 */
export const uncurryLambda = (expr: ExprOf<"lambda">): UncurriedFunction => {
  const parameters: string[] = [];
  let result: LfExpr = expr;
  while (result.kind === "lambda" || result.kind === "typeLambda") {
    if (result.kind === "lambda") parameters.push(...result.parameters.map(({ name }) => name));
    result = result.body;
  }
  return { parameters, result };
};

/** Merges nested applications into one application with all their arguments. */
export const uncurryApplication = (
  expr: ExprOf<"apply">,
): { readonly head: LfExpr; readonly operands: readonly LfExpr[] } => {
  const lists: (readonly LfExpr[])[] = [];
  let head: LfExpr = expr;
  while (head.kind === "apply" || head.kind === "typeApply") {
    if (head.kind === "apply") lists.push(head.arguments);
    head = head.kind === "apply" ? head.fun : head.expr;
  }
  return { head, operands: lists.reverse().flat() };
};
