import type { DataDefinition, Type } from "../../lib/api.ts";
import { substituteTypeVariables } from "../../lib/internal.ts";
import type { FindDataDefinition } from "./package-lookup.ts";

/** Returns a type in Daml syntax. */
export const formatDamlType = (type: Type): string => {
  switch (type.kind) {
    case "numeric":
      return type.scale === 10 ? "Decimal" : `Numeric ${type.scale}`;
    case "contractId":
      return type.target === undefined
        ? "ContractId"
        : `ContractId ${formatInnerType(type.target)}`;
    case "optional":
      return `Optional ${formatInnerType(type.element)}`;
    case "list":
      return `[${formatDamlType(type.element)}]`;
    case "textMap":
      return `TextMap ${formatInnerType(type.element)}`;
    case "genMap":
      return `Map ${formatInnerType(type.key)} ${formatInnerType(type.value)}`;
    case "named":
      return [readEntityName(type.id), ...type.arguments.map(formatInnerType)].join(" ");
    case "variable":
      return type.name;
    case "int64":
      return "Int";
    case "timestamp":
      return "Time";
    case "unit":
    case "bool":
    case "text":
    case "date":
    case "party":
      return `${type.kind.slice(0, 1).toUpperCase()}${type.kind.slice(1)}`;
  }
};

const formatInnerType = (type: Type): string => {
  const text = formatDamlType(type);
  return text.includes(" ") && !text.startsWith("[") ? `(${text})` : text;
};

const readEntityName = (typeId: string): string => typeId.slice(typeId.lastIndexOf(":") + 1);

/** Returns the definition of a data type in one line. */
const definitionText = (definition: DataDefinition): string => {
  switch (definition.kind) {
    case "record":
      return `record { ${fieldTexts(definition.fields).join("; ")} }`;
    case "variant":
      return `variant ${definition.constructors.map(({ name, type }) => `${name} ${formatInnerType(type)}`).join(" | ")}`;
    case "enum":
      return `enum ${definition.constructors.join(" | ")}`;
  }
};

const fieldTexts = (
  fields: readonly { readonly name: string; readonly type: Type }[],
): readonly string[] => fields.map(({ name, type }) => `${name}: ${formatDamlType(type)}`);

/**
 * Returns the fields of a record type with their types. The unit type has no fields; every other type has the one
 * field `value`.
 */
export const listFieldTypes = (
  type: Type,
  definitions: FindDataDefinition,
): Record<string, string> => {
  const definition = type.kind === "named" ? definitions(type.id) : undefined;
  if (type.kind === "unit") return {};
  if (type.kind !== "named" || definition?.kind !== "record") {
    return { value: formatDamlType(type) };
  }
  return Object.fromEntries(
    definition.fields.map((field) => [
      field.name,
      formatDamlType(applyTypeArguments(field.type, definition.parameters, type.arguments)),
    ]),
  );
};

/** Returns the definitions of the data types that occur in types, by name; `skipped` are left out. */
export const formatDefinitionsOfReferencedTypes = (
  types: readonly Type[],
  skipped: ReadonlySet<string>,
  definitions: FindDataDefinition,
): Record<string, string> => {
  const texts = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (type: Type): void => {
    switch (type.kind) {
      case "optional":
      case "list":
      case "textMap":
        return visit(type.element);
      case "genMap":
        visit(type.key);
        return visit(type.value);
      case "named":
        type.arguments.forEach(visit);
        return visitDefinition(type.id);
      case "contractId":
      case "unit":
      case "bool":
      case "int64":
      case "text":
      case "timestamp":
      case "date":
      case "party":
      case "numeric":
      case "variable":
    }
  };
  const visitDefinition = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const definition = definitions(id);
    if (definition === undefined) return;
    if (!skipped.has(id)) texts.set(nameWithParameters(id, definition), definitionText(definition));
    if (definition.kind === "record") definition.fields.forEach(({ type }) => visit(type));
    if (definition.kind === "variant") definition.constructors.forEach(({ type }) => visit(type));
  };
  types.forEach(visit);
  return Object.fromEntries(texts);
};

const nameWithParameters = (id: string, definition: DataDefinition): string =>
  [readEntityName(id), ...(definition.kind === "enum" ? [] : definition.parameters)].join(" ");

/** Returns a type with arguments in place of its parameters. */
export const applyTypeArguments = (
  type: Type,
  parameters: readonly string[],
  given: readonly Type[],
): Type => {
  const bindings = new Map<string, Type>();
  for (const [index, name] of parameters.entries()) {
    const argument = given[index];
    if (argument !== undefined) bindings.set(name, argument);
  }
  return substituteTypeVariables(type, bindings);
};

/** Returns an example of a value in the API's JSON. An Optional is null; maps are empty. */
export const createExampleValueJson = (
  type: Type,
  definitions: FindDataDefinition,
  depth = 0,
): unknown => {
  switch (type.kind) {
    case "unit":
      return {};
    case "bool":
      return true;
    case "int64":
      return "1";
    case "numeric":
      return "1.0";
    case "text":
      return "text";
    case "timestamp":
      return "2030-01-31T12:00:00Z";
    case "date":
      return "2030-01-31";
    case "party":
      return "alice";
    case "contractId":
      return "00…";
    case "optional":
      return null;
    case "list":
      return depth > maxDepth ? [] : [createExampleValueJson(type.element, definitions, depth + 1)];
    case "textMap":
      return {};
    case "genMap":
      return [];
    case "variable":
      return null;
    case "named": {
      const definition = definitions(type.id);
      if (definition === undefined || depth > maxDepth) return {};
      if (definition.kind === "enum") return definition.constructors[0] ?? "";
      const of = (part: Type): unknown =>
        createExampleValueJson(
          applyTypeArguments(part, definition.parameters, type.arguments),
          definitions,
          depth + 1,
        );
      if (definition.kind === "record") {
        return Object.fromEntries(definition.fields.map((field) => [field.name, of(field.type)]));
      }
      const [first] = definition.constructors;
      return first === undefined ? {} : { tag: first.name, value: of(first.type) };
    }
  }
};

/** Maximum depth of an example, because types may be recursive. */
const maxDepth = 6;
