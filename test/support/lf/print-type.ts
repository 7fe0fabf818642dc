import type {
  LfType,
  LfTypeKind,
  TypedName,
  TypeParameter,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { builtinNumbered } from "./builtin-names.ts";
import { reservedWords } from "./forms.ts";
import { enclosed, joined, type Layout, line, printLayout } from "./layout.ts";
import { failureCategories } from "./literals.ts";
import { isBuiltinType, isCapital } from "./parse-type.ts";

/** Prints types and kinds as in module Main (see `notation.ts`). */

export const printType = (type: LfType): string => printLayout(typeLayout(type));

export const isSimple = (name: string): boolean => /^[A-Za-z_$][\w$]*$/u.test(name);

/** Prints a name where only names are allowed. */
export const printName = (name: string): string => (isSimple(name) ? name : `'${name}'`);

/** Prints a name where keywords are allowed too, so that a name equal to a keyword is quoted. */
export const printBoundName = (name: string): string =>
  isSimple(name) && !reservedWords.has(name) ? name : `'${name}'`;

/** Prints the name of a type or value. The package is omitted if it is the printed one. */
export const printId = (id: string): string => {
  const [packageId = "", module = "", name = ""] = id.split(":");
  const inModule = `${module}:${printName(name)}`;
  return packageId === "self" ? inModule : `${packageId}:${inModule}`;
};

/** Prints the name of a data type. The module Main is omitted unless the name alone has another meaning. */
export const printTypeId = (id: string): string => {
  const name = id.startsWith("self:Main:") ? id.slice("self:Main:".length) : "";
  return isTypeName(name) ? name : printId(id);
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
      joined(type.parameters.map(printParameter), " "),
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

/** Prints a type as an operand. */
export const typeAtom = (type: LfType): Layout => {
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
      return printTypeId(type.id);
    case "synonym":
      return `~${printTypeId(type.id)}`;
    case "builtin":
      return type.builtin;
  }
};

export const fieldsLayout = (fields: readonly TypedName[]): Layout =>
  enclosed("{", joined(fields.map(typedLayout), ",", line), "}");

export const typedLayout = ({ name, type }: TypedName): Layout => [
  printName(name),
  ": ",
  typeLayout(type),
];

export const printParameter = ({ name, kind }: TypeParameter): string => {
  const written = printBoundName(name);
  return kind.kind === "star" ? written : `(${written}: ${kindWritten(kind)})`;
};

const kindWritten = (kind: LfTypeKind): string => {
  if (kind.kind !== "arrow") return kind.kind === "star" ? "*" : "nat";
  const all = [...kind.parameters, kind.result];
  return all
    .map((each) => (each.kind === "arrow" ? `(${kindWritten(each)})` : kindWritten(each)))
    .join(" -> ");
};
