import { splitTypeId } from "../../../base/identifiers/identifiers.ts";
import type { LfType } from "../syntax/ast.ts";

/** Returns a type in Daml syntax, without packages: `[Main:Parties]`, `Optional (ContractId Main:Iou)`. */
export const formatLfType = (type: LfType): string => {
  switch (type.kind) {
    case "variable":
      return formatApplication(type.name, type.arguments);
    case "constructor":
    case "synonym":
      return namedText(splitTypeId(type.id).qualifiedName, type.arguments);
    case "builtin":
      return builtinText(type);
    case "struct":
      return `{${type.fields.map(({ name, type: field }) => `${name}: ${formatLfType(field)}`).join(", ")}}`;
    case "forall":
      return `forall ${type.parameters.map(({ name }) => name).join(" ")}. ${formatLfType(type.body)}`;
    case "nat":
      return `${type.value}`;
  }
};

const namedText = (name: string, args: readonly LfType[]): string =>
  /^DA\.Types:Tuple\d+$/u.test(name)
    ? `(${args.map(formatLfType).join(", ")})`
    : formatApplication(name, args);

const builtinText = (type: Extract<LfType, { readonly kind: "builtin" }>): string => {
  const { builtin, arguments: args } = type;
  const [first, second] = args;
  if (builtin === "List" && first !== undefined) return `[${formatLfType(first)}]`;
  if (builtin === "Arrow" && first !== undefined && second !== undefined) {
    return `${first.kind === "builtin" && first.builtin === "Arrow" ? `(${formatLfType(first)})` : formatLfType(first)} -> ${formatLfType(second)}`;
  }
  return formatApplication(damlNames[builtin] ?? builtin, args);
};

const damlNames: Readonly<Record<string, string>> = {
  Unit: "()",
  Int64: "Int",
  Timestamp: "Time",
  GenMap: "Map",
};

const formatApplication = (name: string, args: readonly LfType[]): string =>
  [name, ...args.map((each) => parenthesizeIfNeeded(formatLfType(each)))].join(" ");

const parenthesizeIfNeeded = (text: string): string =>
  text.includes(" ") && !/^[([{]/u.test(text) ? `(${text})` : text;
