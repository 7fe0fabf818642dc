import type { Expr } from "./ast.ts";

type ExprOf<Kind extends Expr["kind"]> = Extract<Expr, { readonly kind: Kind }>;

/** The function that an expression is outright, of all its parameters. */
export const asLambda = (expr: Expr): Curried | undefined => {
  if (expr.kind === "typeLambda") return asLambda(expr.body);
  return expr.kind === "lambda" ? curried(expr) : undefined;
};

interface Curried {
  readonly parameters: readonly string[];
  readonly result: Expr;
}

/** Functions of functions, as one function of all their parameters: types between them erase. */
export const curried = (expr: ExprOf<"lambda">): Curried => {
  const parameters: string[] = [];
  let result: Expr = expr;
  while (result.kind === "lambda" || result.kind === "typeLambda") {
    if (result.kind === "lambda") parameters.push(...result.parameters.map(({ name }) => name));
    result = result.body;
  }
  return { parameters, result };
};

/** Applications of applications, as one to all their arguments. */
export const uncurried = (
  expr: ExprOf<"apply">,
): { readonly head: Expr; readonly operands: readonly Expr[] } => {
  const lists: (readonly Expr[])[] = [];
  let head: Expr = expr;
  while (head.kind === "apply" || head.kind === "typeApply") {
    if (head.kind === "apply") lists.push(head.arguments);
    head = head.kind === "apply" ? head.fun : head.expr;
  }
  return { head, operands: lists.reverse().flat() };
};
