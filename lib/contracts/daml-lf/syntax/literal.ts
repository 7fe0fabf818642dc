import type { LfExpr } from "./ast.ts";

const literalKinds = [
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
export type LiteralExpr = Extract<LfExpr, { readonly kind: (typeof literalKinds)[number] }>;

const literalKindSet: ReadonlySet<LfExpr["kind"]> = new Set(literalKinds);

export const isLiteralExpression = (expr: LfExpr): expr is LiteralExpr =>
  literalKindSet.has(expr.kind);
