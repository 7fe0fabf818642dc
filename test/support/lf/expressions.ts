import type {
  Alternative,
  Binding,
  Expr,
  LfType,
  UpdateExpr,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { type BuiltinName, builtinNumbers } from "./builtin-names.ts";
import { int64T, qualified, typed } from "./types.ts";

/** Builders for Daml-LF expressions. */

export const variable = (name: string): Expr => ({ kind: "variable", name });
/** A top-level value: `Main:loop`, or with a package id in front. */
export const value = (name: string): Expr => ({ kind: "value", name: qualified(name) });
/** A builtin function by name. */
export const builtin = (name: BuiltinName): Expr => ({
  kind: "builtin",
  id: builtinNumbers[name],
});
export const unit: Expr = { kind: "unit" };
export const bool = (content: boolean): Expr => ({ kind: "bool", value: content });
export const int = (content: bigint | number): Expr => ({ kind: "int64", value: BigInt(content) });
export const text = (content: string): Expr => ({ kind: "text", value: content });
export const date = (days: number): Expr => ({ kind: "date", days });
export const timestamp = (micros: bigint): Expr => ({ kind: "timestamp", micros });

/** A Numeric literal; the number of its fraction digits is the scale. */
export const numeric = (literal: string): Expr => {
  const [whole = "", fraction = ""] = literal.split(".");
  return { kind: "numeric", scale: fraction.length, unscaled: BigInt(whole + fraction) };
};

export const apply = (fun: Expr, ...args: readonly Expr[]): Expr => ({
  kind: "apply",
  fun,
  arguments: args,
});

/** A builtin applied to arguments. */
export const call = (name: BuiltinName, ...args: readonly Expr[]): Expr =>
  apply(builtin(name), ...args);

export const typeApply = (expr: Expr, ...types: readonly LfType[]): Expr => ({
  kind: "typeApply",
  expr,
  types,
});

/** A lambda; parameters are pairs of name and type. */
export const lambda = (parameters: readonly (readonly [string, LfType])[], body: Expr): Expr => ({
  kind: "lambda",
  parameters: parameters.map(([name, type]) => typed(name, type)),
  body,
});

export const letIn = (name: string, type: LfType, bound: Expr, body: Expr): Expr => ({
  kind: "let",
  bindings: [{ name, type, bound }],
  body,
});

export const list = (element: LfType, ...elements: readonly Expr[]): Expr =>
  elements.length === 0
    ? { kind: "nil", element }
    : { kind: "cons", element, front: elements, tail: { kind: "nil", element } };

export const some = (element: LfType, content: Expr): Expr => ({
  kind: "some",
  element,
  value: content,
});
export const none = (element: LfType): Expr => ({ kind: "none", element });

export const record = (type: LfType, fields: Readonly<Record<string, Expr>>): Expr => ({
  kind: "record",
  type,
  fields: Object.entries(fields).map(([name, expr]) => ({ name, expr })),
});

export const field = (type: LfType, name: string, of: Expr): Expr => ({
  kind: "recordField",
  type,
  field: name,
  record: of,
});

export const variant = (type: LfType, constructor: string, argument: Expr): Expr => ({
  kind: "variant",
  type,
  constructor,
  argument,
});

export const caseOf = (scrutinee: Expr, ...alternatives: readonly Alternative[]): Expr => ({
  kind: "case",
  scrutinee,
  alternatives,
});

export const ifThenElse = (condition: Expr, yes: Expr, no: Expr): Expr =>
  caseOf(
    condition,
    { pattern: { kind: "bool", value: true }, body: yes },
    { pattern: { kind: "default" }, body: no },
  );

export const update = (of: UpdateExpr): Expr => ({ kind: "update", update: of });

export const pure = (type: LfType, expr: Expr): Expr => update({ kind: "pure", type, expr });

/** A block: each step is `[name, type of its result, update]`. */
export const block = (steps: readonly (readonly [string, LfType, Expr])[], body: Expr): Expr =>
  update({
    kind: "block",
    bindings: steps.map(([name, type, bound]): Binding => ({ name, type, bound })),
    body,
  });

export const create = (template: string, argument: Expr): Expr =>
  update({ kind: "create", templateId: qualified(template), argument });

export const exercise = (
  template: string,
  choice: string,
  contractId: Expr,
  argument: Expr,
): Expr =>
  update({ kind: "exercise", templateId: qualified(template), choice, contractId, argument });

export const fetch = (template: string, contractId: Expr): Expr =>
  update({ kind: "fetch", templateId: qualified(template), contractId });

export const tryCatch = (
  returnType: LfType,
  attempt: Expr,
  variableName: string,
  handler: Expr,
): Expr => update({ kind: "tryCatch", returnType, attempt, variable: variableName, handler });

export const throwing = (returnType: LfType, exceptionType: LfType, exception: Expr): Expr => ({
  kind: "throw",
  returnType,
  exceptionType,
  exception,
});

/** `ERROR @type message`. */
export const error = (type: LfType, message: string): Expr =>
  apply(typeApply(builtin("ERROR"), type), text(message));

export const add = (left: Expr, right: Expr): Expr => call("ADD_INT64", left, right);
export const subtract = (left: Expr, right: Expr): Expr => call("SUB_INT64", left, right);
export const equal = (type: LfType, left: Expr, right: Expr): Expr =>
  apply(typeApply(builtin("EQUAL"), type), left, right);
export const equalInt = (left: Expr, right: Expr): Expr => equal(int64T, left, right);
