import type {
  CaseAlternative,
  LetBinding,
  LfExpr,
  LfType,
  UpdateExpr,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { type BuiltinName, builtinNumbers } from "./builtin-names.ts";
import { int64T, qualified, typed } from "./types.ts";

/** Builders for Daml-LF expressions. */

export const variable = (name: string): LfExpr => ({ kind: "variable", name });
/** Returns a top-level value: `Main:loop`, or with a package id in front. */
export const value = (name: string): LfExpr => ({ kind: "value", name: qualified(name) });
/** Returns a builtin function by name. */
export const builtin = (name: BuiltinName): LfExpr => ({
  kind: "builtin",
  id: builtinNumbers[name],
});
export const unit: LfExpr = { kind: "unit" };
export const bool = (content: boolean): LfExpr => ({ kind: "bool", value: content });
export const int = (content: bigint | number): LfExpr => ({
  kind: "int64",
  value: BigInt(content),
});
export const text = (content: string): LfExpr => ({ kind: "text", value: content });
export const date = (days: number): LfExpr => ({ kind: "date", days });
export const timestamp = (micros: bigint): LfExpr => ({ kind: "timestamp", micros });

/** Returns a Numeric literal; the number of its fraction digits is the scale. */
export const numeric = (literal: string): LfExpr => {
  const [whole = "", fraction = ""] = literal.split(".");
  return { kind: "numeric", scale: fraction.length, unscaled: BigInt(whole + fraction) };
};

export const apply = (fun: LfExpr, ...args: readonly LfExpr[]): LfExpr => ({
  kind: "apply",
  fun,
  arguments: args,
});

/** Returns a builtin applied to arguments. */
export const call = (name: BuiltinName, ...args: readonly LfExpr[]): LfExpr =>
  apply(builtin(name), ...args);

export const typeApply = (expr: LfExpr, ...types: readonly LfType[]): LfExpr => ({
  kind: "typeApply",
  expr,
  types,
});

/** Returns a lambda; parameters are pairs of name and type. */
export const lambda = (
  parameters: readonly (readonly [string, LfType])[],
  body: LfExpr,
): LfExpr => ({
  kind: "lambda",
  parameters: parameters.map(([name, type]) => typed(name, type)),
  body,
});

export const letIn = (name: string, type: LfType, bound: LfExpr, body: LfExpr): LfExpr => ({
  kind: "let",
  bindings: [{ name, type, bound }],
  body,
});

export const list = (element: LfType, ...elements: readonly LfExpr[]): LfExpr =>
  elements.length === 0
    ? { kind: "nil", element }
    : { kind: "cons", element, front: elements, tail: { kind: "nil", element } };

export const some = (element: LfType, content: LfExpr): LfExpr => ({
  kind: "some",
  element,
  value: content,
});
export const none = (element: LfType): LfExpr => ({ kind: "none", element });

export const record = (type: LfType, fields: Readonly<Record<string, LfExpr>>): LfExpr => ({
  kind: "record",
  type,
  fields: Object.entries(fields).map(([name, expr]) => ({ name, expr })),
});

export const field = (type: LfType, name: string, of: LfExpr): LfExpr => ({
  kind: "recordField",
  type,
  field: name,
  record: of,
});

export const variant = (type: LfType, constructor: string, argument: LfExpr): LfExpr => ({
  kind: "variant",
  type,
  constructor,
  argument,
});

export const caseOf = (scrutinee: LfExpr, ...alternatives: readonly CaseAlternative[]): LfExpr => ({
  kind: "case",
  scrutinee,
  alternatives,
});

export const ifThenElse = (condition: LfExpr, yes: LfExpr, no: LfExpr): LfExpr =>
  caseOf(
    condition,
    { pattern: { kind: "bool", value: true }, body: yes },
    { pattern: { kind: "default" }, body: no },
  );

export const update = (of: UpdateExpr): LfExpr => ({ kind: "update", update: of });

export const pure = (type: LfType, expr: LfExpr): LfExpr => update({ kind: "pure", type, expr });

/** Returns a block: each step is `[name, type of its result, update]`. */
export const block = (
  steps: readonly (readonly [string, LfType, LfExpr])[],
  body: LfExpr,
): LfExpr =>
  update({
    kind: "block",
    bindings: steps.map(([name, type, bound]): LetBinding => ({ name, type, bound })),
    body,
  });

export const create = (template: string, argument: LfExpr): LfExpr =>
  update({ kind: "create", templateId: qualified(template), argument });

export const exercise = (
  template: string,
  choice: string,
  contractId: LfExpr,
  argument: LfExpr,
): LfExpr =>
  update({ kind: "exercise", templateId: qualified(template), choice, contractId, argument });

export const fetch = (template: string, contractId: LfExpr): LfExpr =>
  update({ kind: "fetch", templateId: qualified(template), contractId });

export const tryCatch = (
  returnType: LfType,
  attempt: LfExpr,
  variableName: string,
  handler: LfExpr,
): LfExpr => update({ kind: "tryCatch", returnType, attempt, variable: variableName, handler });

export const throwing = (returnType: LfType, exceptionType: LfType, exception: LfExpr): LfExpr => ({
  kind: "throw",
  returnType,
  exceptionType,
  exception,
});

/** Returns `ERROR @type message`. */
export const error = (type: LfType, message: string): LfExpr =>
  apply(typeApply(builtin("ERROR"), type), text(message));

export const add = (left: LfExpr, right: LfExpr): LfExpr => call("ADD_INT64", left, right);
export const subtract = (left: LfExpr, right: LfExpr): LfExpr => call("SUB_INT64", left, right);
export const equal = (type: LfType, left: LfExpr, right: LfExpr): LfExpr =>
  apply(typeApply(builtin("EQUAL"), type), left, right);
export const equalInt = (left: LfExpr, right: LfExpr): LfExpr => equal(int64T, left, right);
