import type { Expr } from "./ast.ts";

const kinds = [
  "builtin",
  "unit",
  "bool",
  "int64",
  "text",
  "timestamp",
  "numeric",
  "date",
  "failureCategory",
  "enum",
  "nil",
  "none",
  "typeRep",
] as const;

/** An expression that has the same value in every evaluation. */
export type Literal = Extract<Expr, { readonly kind: (typeof kinds)[number] }>;

const isKind: ReadonlySet<Expr["kind"]> = new Set(kinds);

export const isLiteral = (expr: Expr): expr is Literal => isKind.has(expr.kind);
