import type {
  Alternative,
  Binding,
  Expr,
  Kind,
  LfType,
  NamedExpr,
  Pattern,
  TypedName,
  TypeParameter,
  UpdateExpr,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { builtinNamed, builtinNumbered } from "./builtin-names.ts";
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
import { isBuiltinType, isCapital } from "./parse-type.ts";

/** Types, kinds and expressions as they are written in module Main (see `notation.ts`). */

export const printType = (type: LfType): string => laidOut(typeLayout(type));
export const printExpr = (expr: Expr): string => laidOut(exprLayout(expr));

const isSimple = (name: string): boolean => /^[A-Za-z_$][\w$]*$/u.test(name);

/** A name where only a name can be. */
export const nameWritten = (name: string): string => (isSimple(name) ? name : `'${name}'`);

/** A name where there could be a word of the notation. */
export const boundWritten = (name: string): string =>
  isSimple(name) && !reservedWords.has(name) ? name : `'${name}'`;

/** The name of a type or a value; those of this package without it. */
const idWritten = (id: string): string => {
  const [packageId = "", module = "", name = ""] = id.split(":");
  const inModule = `${module}:${nameWritten(name)}`;
  return packageId === "self" ? inModule : `${packageId}:${inModule}`;
};

/** A data type of module Main is called by its name alone, unless that is something else. */
export const typeIdWritten = (id: string): string => {
  const name = id.startsWith("self:Main:") ? id.slice("self:Main:".length) : "";
  return isTypeName(name) ? name : idWritten(id);
};

const isTypeName = (name: string): boolean =>
  isSimple(name) &&
  isCapital(name) &&
  !isBuiltinType(name) &&
  !reservedWords.has(name) &&
  builtinNumbered(name) === undefined &&
  !["True", "False", ...Object.values(failureCategories)].includes(name);

export const typeLayout = (type: LfType): Layout => {
  if (type.kind === "forall") {
    return [
      "forall ",
      joined(type.parameters.map(parameterWritten), " "),
      ". ",
      typeLayout(type.body),
    ];
  }
  if (type.kind === "builtin" && type.builtin === "Arrow" && type.arguments.length === 2) {
    const [from, to] = type.arguments.map((each, index) =>
      index === 0 ? arrowOperand(each) : typeLayout(each),
    );
    return [from ?? "", " -> ", to ?? ""];
  }
  if (!("arguments" in type) || type.arguments.length === 0) return typeAtom(type);
  return joined([typeAtom({ ...type, arguments: [] }), ...type.arguments.map(typeAtom)], " ");
};

const isArrow = (type: LfType): boolean =>
  type.kind === "builtin" && type.builtin === "Arrow" && type.arguments.length === 2;

const arrowOperand = (type: LfType): Layout =>
  isArrow(type) || type.kind === "forall" ? ["(", typeLayout(type), ")"] : typeLayout(type);

/** A type that stands among others. */
const typeAtom = (type: LfType): Layout => {
  switch (type.kind) {
    case "nat":
      return type.value.toString();
    case "struct":
      return ["struct ", fieldsLayout(type.fields)];
    case "forall":
      return ["(", typeLayout(type), ")"];
    case "variable":
    case "constructor":
    case "synonym":
    case "builtin":
      return type.arguments.length > 0 ? ["(", typeLayout(type), ")"] : typeHead(type);
  }
};

const typeHead = (type: Extract<LfType, { readonly arguments: readonly LfType[] }>): string => {
  switch (type.kind) {
    case "variable": {
      const isBare = isSimple(type.name) && !isCapital(type.name) && !reservedWords.has(type.name);
      return isBare ? type.name : `'${type.name}'`;
    }
    case "constructor":
      return typeIdWritten(type.id);
    case "synonym":
      return `~${typeIdWritten(type.id)}`;
    case "builtin":
      return type.builtin;
  }
};

export const fieldsLayout = (fields: readonly TypedName[]): Layout =>
  enclosed("{", joined(fields.map(typedLayout), ",", line), "}");

const typedLayout = ({ name, type }: TypedName): Layout => [
  nameWritten(name),
  ": ",
  typeLayout(type),
];

export const parameterWritten = ({ name, kind }: TypeParameter): string => {
  const written = boundWritten(name);
  return kind.kind === "star" ? written : `(${written}: ${kindWritten(kind)})`;
};

const kindWritten = (kind: Kind): string => {
  if (kind.kind !== "arrow") return kind.kind === "star" ? "*" : "nat";
  const all = [...kind.parameters, kind.result];
  return all
    .map((each) => (each.kind === "arrow" ? `(${kindWritten(each)})` : kindWritten(each)))
    .join(" -> ");
};

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

/** Begins with a type behind `@`, which in the middle of an application is an argument. */
const isHeadless = (expr: Expr): boolean => {
  if (expr.kind === "record" || expr.kind === "recordUpdate") return !isNamedType(expr.type);
  return expr.kind === "enum" && !isNamedId(expr.typeId);
};

const atomLayout = (expr: Expr): Layout =>
  isAtomic(expr) ? exprLayout(expr) : parenthesised(exprLayout(expr));

const parenthesised = (layout: Layout): Layout => ["(", layout, ")"];

/** What is applied: one kind of application goes on after the other, but not after itself. */
const headLayout = (fun: Expr, to: "apply" | "typeApply"): Layout => {
  if (fun.kind === "enum") return parenthesised(exprLayout(fun));
  const isFunction = isExprForm(fun) || (fun.kind === "update" && isUpdateForm(fun.update));
  const kind = fun.kind === "update" ? fun.update.kind : fun.kind;
  if (isAtomic(fun) || (isFunction && isFunctionForm(kind))) return exprLayout(fun);
  const goesOn =
    (fun.kind === "apply" && to === "typeApply") || (fun.kind === "typeApply" && to === "apply");
  return goesOn ? exprLayout(fun) : parenthesised(exprLayout(fun));
};

/** Arguments on lines of their own; one alone behind its function. */
const applied = (head: Layout, args: readonly Layout[]): Layout =>
  args.length < 2
    ? joined([head, ...args], " ")
    : group(head, nested(...args.map((each): Layout => [line, each])));

const typeArgument = (type: LfType): Layout => ["@", typeAtom(type)];

const isNamedId = (id: string): boolean => isCapital(id.replace(/^.*:/u, ""));
const isNamedType = (type: LfType): boolean => type.kind === "constructor" && isNamedId(type.id);

/** The type in front of what is of it. */
const typeOf = (type: LfType): Layout => {
  if (type.kind !== "constructor" || !isNamedType(type)) return typeArgument(type);
  return joined([typeIdWritten(type.id), ...type.arguments.map(typeArgument)], " ");
};

const typeIdInExpr = (id: string): string =>
  isNamedId(id) ? typeIdWritten(id) : `@${typeIdWritten(id)}`;

/** Reserved words and what the notation takes for something else stand in quotes. */
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

/** A word with its operands. */
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
