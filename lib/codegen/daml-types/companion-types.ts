import type { Type } from "../../base/values/type.ts";

/** Local names of the module that is printed. */
export interface LocalNamesInCompanionModule {
  /** Local name of `@daml/types`. */
  readonly library: string;
  /**
   * Returns the local name of the support function that makes companions of Optionals: `optionalOf` if
   * the element is a type parameter, otherwise `optional`.
   */
  readonly optional: (isOfParameter: boolean) => string;
  /** Returns the local name of a data type, template or interface; undefined if it is not generated. */
  readonly definitionName: (id: string) => string | undefined;
  /** Returns the local name of a type parameter. */
  readonly parameterName: (name: string) => string;
}

/** Returns the TypeScript type of a Daml type, in terms of `@daml/types`. */
export const printTypeForDamlTypes = (type: Type, names: LocalNamesInCompanionModule): string => {
  const { library } = names;
  const recurse = (part: Type): string => printTypeForDamlTypes(part, names);
  switch (type.kind) {
    case "unit":
      return "{}";
    case "bool":
      return "boolean";
    case "text":
      return "string";
    case "int64":
      return `${library}.Int`;
    case "numeric":
      return `${library}.Numeric`;
    case "timestamp":
      return `${library}.Time`;
    case "date":
      return `${library}.Date`;
    case "party":
      return `${library}.Party`;
    case "contractId":
      return `${library}.ContractId<${type.target === undefined ? "unknown" : recurse(type.target)}>`;
    case "optional":
      return `${library}.Optional<${recurse(type.element)}>`;
    case "list":
      return `${recurse(type.element)}[]`;
    case "textMap":
      return `{ [key: string]: ${recurse(type.element)} }`;
    case "genMap":
      return `${library}.Map<${recurse(type.key)}, ${recurse(type.value)}>`;
    case "named":
      return appendArguments(
        names.definitionName(type.id) ?? "unknown",
        "<",
        type.arguments.map(recurse),
        ">",
      );
    case "variable":
      return names.parameterName(type.name);
  }
};

/** Returns an expression for the companion of a type, which decodes and encodes its values. */
export const printCompanionReference = (type: Type, names: LocalNamesInCompanionModule): string => {
  const { library } = names;
  const recurse = (part: Type): string => printCompanionReference(part, names);
  switch (type.kind) {
    case "unit":
      return `${library}.Unit`;
    case "bool":
      return `${library}.Bool`;
    case "text":
      return `${library}.Text`;
    case "int64":
      return `${library}.Int`;
    case "numeric":
      return `${library}.Numeric(${type.scale})`;
    case "timestamp":
      return `${library}.Time`;
    case "date":
      return `${library}.Date`;
    case "party":
      return `${library}.Party`;
    case "contractId":
      return `${library}.ContractId(${type.target === undefined ? `${library}.Unit` : recurse(type.target)})`;
    case "optional":
      return `${names.optional(type.element.kind === "variable")}(${recurse(type.element)})`;
    case "list":
      return `${library}.List(${recurse(type.element)})`;
    case "textMap":
      return `${library}.TextMap(${recurse(type.element)})`;
    case "genMap":
      return `${library}.Map(${recurse(type.key)}, ${recurse(type.value)})`;
    case "named":
      return appendArguments(
        names.definitionName(type.id) ?? `${library}.Unit`,
        "(",
        type.arguments.map(recurse),
        ")",
      );
    case "variable":
      return names.parameterName(type.name);
  }
};

const appendArguments = (
  name: string,
  open: string,
  args: readonly string[],
  close: string,
): string => (args.length === 0 ? name : `${name}${open}${args.join(", ")}${close}`);
