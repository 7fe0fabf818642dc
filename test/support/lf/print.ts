import type {
  CaseAlternative,
  CasePattern,
  LetBinding,
  LfExpr,
  LfType,
  NamedExpr,
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
  keywordOf,
  reservedWords,
} from "./forms.ts";
import {
  enclosed,
  group,
  joined,
  type Layout,
  line,
  nested,
  printLayout,
  softLine,
} from "./layout.ts";
import { failureCategories, isLiteral, printLiteral } from "./literals.ts";
import { isCapital } from "./parse-type.ts";
import {
  isSimple,
  printId,
  printName,
  printParameter,
  printTypeId,
  typeAtom,
  typedLayout,
} from "./print-type.ts";

/** Prints expressions as in module Main (see `notation.ts`). */

export const printExpr = (expr: LfExpr): string => printLayout(exprLayout(expr));

export const exprLayout = (expr: LfExpr): Layout => {
  if (isExprForm(expr)) return formLayout(expr);
  if (isLiteral(expr)) return printLiteral(expr);
  switch (expr.kind) {
    case "variable":
      return printVariable(expr.name);
    case "value":
      return isNamedId(expr.name) ? `value ${printId(expr.name)}` : printId(expr.name);
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
      return [typeOf(expr.type), `.${printName(expr.field)} `, atomLayout(expr.record)];
    case "recordUpdate":
      return [typeOf(expr.type), " ", changeLayout(expr.record, expr.field, expr.update)];
    case "struct":
      return ["struct ", namedLayout(expr.fields)];
    case "structField":
      return [`struct.${printName(expr.field)} `, atomLayout(expr.struct)];
    case "structUpdate":
      return ["struct ", changeLayout(expr.struct, expr.field, expr.update)];
    case "variant":
      return [typeOf(expr.type), `::${printName(expr.constructor)} `, atomLayout(expr.argument)];
    case "enum":
      return [typeIdInExpr(expr.typeId), "::", printName(expr.constructor)];
    case "nil":
      return ["[", typeArgument(expr.element), "]"];
    case "cons":
      return consLayout(expr);
    case "update":
      return updateLayout(expr.update);
  }
};

const atomic: ReadonlySet<LfExpr["kind"]> = new Set([
  ...(["variable", "builtin", "unit", "bool", "int64", "timestamp", "numeric", "text"] as const),
  ...(["date", "failureCategory", "record", "struct", "recordUpdate", "structUpdate"] as const),
  ...(["enum", "nil", "cons"] as const),
]);

const isAtomic = (expr: LfExpr): boolean => {
  if (expr.kind === "value") return !isNamedId(expr.name);
  if (isHeadless(expr)) return false;
  return expr.kind === "update" ? expr.update.kind === "getTime" : atomic.has(expr.kind);
};

/**
 * Returns true if the printed expression starts with `@` and a type. Inside an application, this would be
 * read as an argument of the function before it.
 */
const isHeadless = (expr: LfExpr): boolean => {
  if (expr.kind === "record" || expr.kind === "recordUpdate") return !isNamedType(expr.type);
  return expr.kind === "enum" && !isNamedId(expr.typeId);
};

const atomLayout = (expr: LfExpr): Layout =>
  isAtomic(expr) ? exprLayout(expr) : parenthesised(exprLayout(expr));

const parenthesised = (layout: Layout): Layout => ["(", layout, ")"];

/**
 * Prints the function of an application. The function may itself be an application without parentheses if one
 * of the two has value arguments and the other type arguments.
 */
const headLayout = (fun: LfExpr, to: "apply" | "typeApply"): Layout => {
  if (fun.kind === "enum") return parenthesised(exprLayout(fun));
  const isFunction = isExprForm(fun) || (fun.kind === "update" && isUpdateForm(fun.update));
  const kind = fun.kind === "update" ? fun.update.kind : fun.kind;
  if (isAtomic(fun) || (isFunction && isFunctionForm(kind))) return exprLayout(fun);
  const goesOn =
    (fun.kind === "apply" && to === "typeApply") || (fun.kind === "typeApply" && to === "apply");
  return goesOn ? exprLayout(fun) : parenthesised(exprLayout(fun));
};

/** Prints arguments, each on its own line if they do not fit. A single argument follows its function. */
const applied = (head: Layout, args: readonly Layout[]): Layout =>
  args.length < 2
    ? joined([head, ...args], " ")
    : group(head, nested(...args.map((each): Layout => [line, each])));

const typeArgument = (type: LfType): Layout => ["@", typeAtom(type)];

const isNamedId = (id: string): boolean => isCapital(id.replace(/^.*:/u, ""));
const isNamedType = (type: LfType): boolean => type.kind === "constructor" && isNamedId(type.id);

/** Prints the type in front of a record or variant. */
const typeOf = (type: LfType): Layout => {
  if (type.kind !== "constructor" || !isNamedType(type)) return typeArgument(type);
  return joined([printTypeId(type.id), ...type.arguments.map(typeArgument)], " ");
};

const typeIdInExpr = (id: string): string =>
  isNamedId(id) ? printTypeId(id) : `@${printTypeId(id)}`;

/** Prints a variable. Quotes reserved words, and words with a meaning in the notation. */
const printVariable = (name: string): string => {
  const isBare = isSimple(name) && !isCapital(name) && !reservedWords.has(name) && name !== "_";
  return isBare ? name : `'${name}'`;
};

const parametersLayout = (parameters: readonly TypedName[]): Layout =>
  joined(
    parameters.map((each) => parenthesised(typedLayout(each))),
    " ",
  );

const typeLambdaLayout = (parameters: readonly TypeParameter[], body: LfExpr): Layout => {
  const types = parameters.map((each) => `@${printParameter(each)}`).join(" ");
  if (body.kind !== "lambda") return group(`\\${types} ->`, nested(line, exprLayout(body)));
  const values = parametersLayout(body.parameters);
  return group(`\\${types} `, values, " ->", nested(line, exprLayout(body.body)));
};

const bindingLayout = ({ name, type, bound }: LetBinding, sign: string): Layout => [
  typedLayout({ name, type }),
  ` ${sign} `,
  exprLayout(bound),
];

const letLayout = (bindings: readonly LetBinding[], body: LfExpr): Layout =>
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

const caseLayout = (scrutinee: LfExpr, alternatives: readonly CaseAlternative[]): Layout => {
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

const isIf = (yes: CaseAlternative, no: CaseAlternative): boolean =>
  yes.pattern.kind === "bool" && yes.pattern.value && no.pattern.kind === "default";

const patternLayout = (pattern: CasePattern): Layout => {
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
      return `[${printName(pattern.head)}, ...${printName(pattern.tail)}]`;
    case "none":
      return "None";
    case "some":
      return `Some ${printName(pattern.binder)}`;
    case "variant":
      return `${printTypeId(pattern.typeId)}::${printName(pattern.constructor)} ${printName(pattern.binder)}`;
    case "enum":
      return `${printTypeId(pattern.typeId)}::${printName(pattern.constructor)}`;
  }
};

const namedLayout = (fields: readonly NamedExpr[]): Layout =>
  enclosed("{", joined(fields.map(fieldLayout), ",", line), "}");

const fieldLayout = ({ name, expr }: NamedExpr): Layout => [
  printName(name),
  " = ",
  exprLayout(expr),
];

const changeLayout = (of: LfExpr, field: string, update: LfExpr): Layout =>
  enclosed("{", [exprLayout(of), " with ", fieldLayout({ name: field, expr: update })], "}");

const consLayout = ({
  element,
  front,
  tail,
}: Extract<LfExpr, { readonly kind: "cons" }>): Layout => {
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
    [line, `catch ${printName(update.variable)} -> `, nested(exprLayout(update.handler))],
  );
};

/** Prints a keyword with its operands. */
const formLayout = (node: Parameters<typeof formOf>[0]): Layout => {
  const contents = new Map<string, unknown>(Object.entries(node));
  const head: Layout[] = [keywordOf(node.kind)];
  const args: Layout[] = [];
  for (const [name, operand] of Object.entries(formOf(node))) {
    const content = contents.get(name);
    if (operand === "type") head.push(typeArgument(content as LfType));
    else if (operand === "reference") head.push(`@${printTypeId(content as string)}`);
    else if (operand === "name") head.push(printName(content as string));
    else if (operand === "expr") args.push(atomLayout(content as LfExpr));
    else if (content !== undefined) args.push(["when ", atomLayout(content as LfExpr)]);
  }
  return applied(joined(head, " "), args);
};
