import type { LfType } from "./ast.ts";

type Renaming = ReadonlyMap<string, string>;

const same: Renaming = new Map();

/** Whether two types without synonyms are the same, up to the names of what they quantify. */
export const equalTypes = (left: LfType, right: LfType, renamed: Renaming = same): boolean => {
  if (left === right && renamed.size === 0) return true;
  if (left.kind !== right.kind) return false;
  if ("arguments" in left && "arguments" in right) {
    if (!sameHead(left, right, renamed)) return false;
    return (
      left.arguments.length === right.arguments.length &&
      left.arguments.every((argument, index) => equalAt(argument, right.arguments[index], renamed))
    );
  }
  if (left.kind === "nat" && right.kind === "nat") return left.value === right.value;
  if (left.kind === "struct" && right.kind === "struct")
    return (
      left.fields.length === right.fields.length &&
      left.fields.every(({ name, type }, index) => {
        const other = right.fields[index];
        return other?.name === name && equalTypes(type, other.type, renamed);
      })
    );
  if (left.kind !== "forall" || right.kind !== "forall") return false;
  const [parameter] = left.parameters;
  const [other] = right.parameters;
  if (parameter === undefined || other === undefined) return false;
  return equalTypes(left.body, right.body, new Map(renamed).set(other.name, parameter.name));
};

const equalAt = (left: LfType, right: LfType | undefined, renamed: Renaming): boolean =>
  right !== undefined && equalTypes(left, right, renamed);

type Applied = Extract<LfType, { readonly arguments: readonly LfType[] }>;

const sameHead = (left: Applied, right: Applied, renamed: Renaming): boolean => {
  if (left.kind === "variable" && right.kind === "variable")
    return left.name === (renamed.get(right.name) ?? right.name);
  if (left.kind === "builtin" && right.kind === "builtin") return left.builtin === right.builtin;
  if (left.kind === "variable" || left.kind === "builtin") return false;
  return right.kind === left.kind && left.id === right.id;
};

/** How a type is written in messages. */
export const showType = (type: LfType): string => {
  switch (type.kind) {
    case "variable":
      return applied(type.name, type.arguments);
    case "constructor":
    case "synonym":
      return applied(type.id.slice(type.id.indexOf(":") + 1), type.arguments);
    case "builtin":
      return applied(type.builtin, type.arguments);
    case "nat":
      return String(type.value);
    case "struct":
      return `<${type.fields.map(({ name, type: field }) => `${name}: ${showType(field)}`).join(", ")}>`;
    case "forall":
      return `forall ${type.parameters.map(({ name }) => name).join(" ")}. ${showType(type.body)}`;
  }
};

const applied = (head: string, args: readonly LfType[]): string =>
  args.length === 0 ? head : `${head} ${args.map((each) => `(${showType(each)})`).join(" ")}`;
