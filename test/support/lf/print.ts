import type {
  Alternative,
  Binding,
  Expr,
  LfType,
  NamedExpr,
  Pattern,
  TypedName,
  TypeParameter,
  UpdateExpr,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { builtinNamed } from "./builtin-names.ts";
import {
  formOf,
  isExprForm,
  isFunctionForm,
  isUpdateForm,
  reservedWords,
  wordOf,
} from "./forms.ts";
import { enclosed, group, joined, laidOut, type Layout, line, nested, softLine } from "./layout.ts";
import { failureCategories, isLiteral, writtenLiteral } from "./literals.ts";
import { isCapital } from "./parse-type.ts";
import {
  idWritten,
  isSimple,
  nameWritten,
  parameterWritten,
  typeAtom,
  typedLayout,
  typeIdWritten,
} from "./print-type.ts";

/** Prints expressions as in module Main (see `notation.ts`). */

export const printExpr = (expr: Expr): string => laidOut(exprLayout(expr));

export const exprLayout = (expr: Expr): Layout => {
  if (isExprForm(expr)) return formLayout(expr);
  if (isLiteral(expr)) return writtenLiteral(expr);
  switch (expr.kind) {
    case "variable":
      return variableWritten(expr.name);
    case "value":
      return isNamedId(expr.name) ? `value ${idWritten(expr.name)}` : idWritten(expr.name);
    case "builtin":
      return builtinNamed(expr.id);
    case "unit":
      return "()";
    case "bool":
      return expr.value ? "True" : "False";
    case "failureCategory":
      return failureCategories[expr.category];
    case "lambda":
      return group(
        ["\\", parametersLayout(expr.parameters), " ->"],
        nested(line, exprLayout(expr.body)),
      );
    case "typeLambda":
      return typeLambdaLayout(expr.parameters, expr.body);
    case "let":
      return letLayout(expr.bindings, expr.body);
    case "case":
      return caseLayout(expr.scrutinee, expr.alternatives);
    case "apply":
      return applied(headLayout(expr.fun, "apply"), expr.arguments.map(atomLayout));
    case "typeApply":
      return joined([headLayout(expr.expr, "typeApply"), ...expr.types.map(typeArgument)], " ");
    case "record":
      return [typeOf(expr.type), " ", namedLayout(expr.fields)];
    case "recordField":
      return [typeOf(expr.type), `.${nameWritten(expr.field)} `, atomLayout(expr.record)];
    case "recordUpdate":
      return [typeOf(expr.type), " ", changeLayout(expr.record, expr.field, expr.update)];
    case "struct":
      return ["struct ", namedLayout(expr.fields)];
    case "structField":
      return [`struct.${nameWritten(expr.field)} `, atomLayout(expr.struct)];
    case "structUpdate":
      return ["struct ", changeLayout(expr.struct, expr.field, expr.update)];
    case "variant":
      return [typeOf(expr.type), `::${nameWritten(expr.constructor)} `, atomLayout(expr.argument)];
    case "enum":
      return [typeIdInExpr(expr.typeId), "::", nameWritten(expr.constructor)];
    case "nil":
      return ["[", typeArgument(expr.element), "]"];
    case "cons":
      return consLayout(expr);
    case "update":
      return updateLayout(expr.update);
  }
};

const atomic: ReadonlySet<Expr["kind"]> = new Set([
  ...(["variable", "builtin", "unit", "bool", "int64", "timestamp", "numeric", "text"] as const),
  ...(["date", "failureCategory", "record", "struct", "recordUpdate", "structUpdate"] as const),
  ...(["enum", "nil", "cons"] as const),
]);

const isAtomic = (expr: Expr): boolean => {
  if (expr.kind === "value") return !isNamedId(expr.name);
  if (isHeadless(expr)) return false;
  return expr.kind === "update" ? expr.update.kind === "getTime" : atomic.has(expr.kind);
};

/**
 * Returns true if the printed expression starts with a type after `@`, which inside an application would be
 * an argument.
 */
const isHeadless = (expr: Expr): boolean => {
  if (expr.kind === "record" || expr.kind === "recordUpdate") return !isNamedType(expr.type);
  return expr.kind === "enum" && !isNamedId(expr.typeId);
};

const atomLayout = (expr: Expr): Layout =>
  isAtomic(expr) ? exprLayout(expr) : parenthesised(exprLayout(expr));

const parenthesised = (layout: Layout): Layout => ["(", layout, ")"];

/**
 * The function of an application. Applications to values and to types alternate without parentheses, but not
 * with themselves.
 */
const headLayout = (fun: Expr, to: "apply" | "typeApply"): Layout => {
  if (fun.kind === "enum") return parenthesised(exprLayout(fun));
  const isFunction = isExprForm(fun) || (fun.kind === "update" && isUpdateForm(fun.update));
  const kind = fun.kind === "update" ? fun.update.kind : fun.kind;
  if (isAtomic(fun) || (isFunction && isFunctionForm(kind))) return exprLayout(fun);
  const goesOn =
    (fun.kind === "apply" && to === "typeApply") || (fun.kind === "typeApply" && to === "apply");
  return goesOn ? exprLayout(fun) : parenthesised(exprLayout(fun));
};

/** Arguments on lines of their own; a single one after its function. */
const applied = (head: Layout, args: readonly Layout[]): Layout =>
  args.length < 2
    ? joined([head, ...args], " ")
    : group(head, nested(...args.map((each): Layout => [line, each])));

const typeArgument = (type: LfType): Layout => ["@", typeAtom(type)];

const isNamedId = (id: string): boolean => isCapital(id.replace(/^.*:/u, ""));
const isNamedType = (type: LfType): boolean => type.kind === "constructor" && isNamedId(type.id);

/** The type in front of a record or variant. */
const typeOf = (type: LfType): Layout => {
  if (type.kind !== "constructor" || !isNamedType(type)) return typeArgument(type);
  return joined([typeIdWritten(type.id), ...type.arguments.map(typeArgument)], " ");
};

const typeIdInExpr = (id: string): string =>
  isNamedId(id) ? typeIdWritten(id) : `@${typeIdWritten(id)}`;

/** Reserved words and words with a meaning in the notation are quoted. */
const variableWritten = (name: string): string => {
  const isBare = isSimple(name) && !isCapital(name) && !reservedWords.has(name) && name !== "_";
  return isBare ? name : `'${name}'`;
};

const parametersLayout = (parameters: readonly TypedName[]): Layout =>
  joined(
    parameters.map((each) => parenthesised(typedLayout(each))),
    " ",
  );

const typeLambdaLayout = (parameters: readonly TypeParameter[], body: Expr): Layout => {
  const types = parameters.map((each) => `@${parameterWritten(each)}`).join(" ");
  if (body.kind !== "lambda") return group(`\\${types} ->`, nested(line, exprLayout(body)));
  const values = parametersLayout(body.parameters);
  return group(`\\${types} `, values, " ->", nested(line, exprLayout(body.body)));
};

const bindingLayout = ({ name, type, bound }: Binding, sign: string): Layout => [
  typedLayout({ name, type }),
  ` ${sign} `,
  exprLayout(bound),
];

const letLayout = (bindings: readonly Binding[], body: Expr): Layout =>
  group(
    "let ",
    nested(
      nested(
        joined(
          bindings.map((each) => bindingLayout(each, "=")),
          ";",
          line,
        ),
      ),
    ),
    line,
    "in ",
    exprLayout(body),
  );

const caseLayout = (scrutinee: Expr, alternatives: readonly Alternative[]): Layout => {
  const [yes, no, ...more] = alternatives;
  if (yes !== undefined && no !== undefined && more.length === 0 && isIf(yes, no)) {
    const then = group("then ", nested(exprLayout(yes.body)));
    return group("if ", exprLayout(scrutinee), line, then, line, "else ", exprLayout(no.body));
  }
  const all = alternatives.map(({ pattern, body }) => [
    patternLayout(pattern),
    " -> ",
    nested(exprLayout(body)),
  ]);
  return enclosed(["case ", exprLayout(scrutinee), " of {"], joined(all, ";", line), "}");
};

const isIf = (yes: Alternative, no: Alternative): boolean =>
  yes.pattern.kind === "bool" && yes.pattern.value && no.pattern.kind === "default";

const patternLayout = (pattern: Pattern): Layout => {
  switch (pattern.kind) {
    case "default":
      return "_";
    case "unit":
      return "()";
    case "bool":
      return pattern.value ? "True" : "False";
    case "nil":
      return "[]";
    case "cons":
      return `[${nameWritten(pattern.head)}, ...${nameWritten(pattern.tail)}]`;
    case "none":
      return "None";
    case "some":
      return `Some ${nameWritten(pattern.binder)}`;
    case "variant":
      return `${typeIdWritten(pattern.typeId)}::${nameWritten(pattern.constructor)} ${nameWritten(pattern.binder)}`;
    case "enum":
      return `${typeIdWritten(pattern.typeId)}::${nameWritten(pattern.constructor)}`;
  }
};

const namedLayout = (fields: readonly NamedExpr[]): Layout =>
  enclosed("{", joined(fields.map(fieldLayout), ",", line), "}");

const fieldLayout = ({ name, expr }: NamedExpr): Layout => [
  nameWritten(name),
  " = ",
  exprLayout(expr),
];

const changeLayout = (of: Expr, field: string, update: Expr): Layout =>
  enclosed("{", [exprLayout(of), " with ", fieldLayout({ name: field, expr: update })], "}");

const consLayout = ({ element, front, tail }: Extract<Expr, { readonly kind: "cons" }>): Layout => {
  const isEnd =
    front.length > 0 &&
    tail.kind === "nil" &&
    JSON.stringify(tail.element) === JSON.stringify(element);
  const rest = isEnd ? [] : [["...", exprLayout(tail)]];
  const all = joined([...front.map(exprLayout), ...rest], ",", line);
  return group("[", typeArgument(element), nested(line, all), softLine, "]");
};

const updateLayout = (update: UpdateExpr): Layout => {
  if (isUpdateForm(update)) return formLayout(update);
  if (update.kind === "block") {
    const steps = update.bindings.map((each): Layout => [bindingLayout(each, "<-"), ";"]);
    return enclosed("do {", joined([...steps, exprLayout(update.body)], line), "}");
  }
  return group(
    ["try ", typeArgument(update.returnType), " ", nested(exprLayout(update.attempt))],
    [line, `catch ${nameWritten(update.variable)} -> `, nested(exprLayout(update.handler))],
  );
};

/** A keyword with its operands. */
const formLayout = (node: Parameters<typeof formOf>[0]): Layout => {
  const contents = new Map<string, unknown>(Object.entries(node));
  const head: Layout[] = [wordOf(node.kind)];
  const args: Layout[] = [];
  for (const [name, operand] of Object.entries(formOf(node))) {
    const content = contents.get(name);
    if (operand === "type") head.push(typeArgument(content as LfType));
    else if (operand === "reference") head.push(`@${typeIdWritten(content as string)}`);
    else if (operand === "name") head.push(nameWritten(content as string));
    else if (operand === "expr") args.push(atomLayout(content as Expr));
    else if (content !== undefined) args.push(["when ", atomLayout(content as Expr)]);
  }
  return applied(joined(head, " "), args);
};
