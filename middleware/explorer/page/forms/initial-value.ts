import type { Type } from "../../../../lib/api.ts";
import { applyTypeArguments, type DataDefinitionLookup, isNestedOptional } from "../base/types.ts";

/** Returns the initial value of a form: empty in the fields that the user must fill in. */
export const createInitialFormValue = (
  type: Type,
  definitions: DataDefinitionLookup,
  depth = 0,
): unknown => {
  switch (type.kind) {
    case "unit":
      return {};
    case "bool":
      return false;
    case "list":
    case "genMap":
      return [];
    case "textMap":
      return {};
    case "optional":
      return createEmptyOptionalFormValue(isNestedOptional(type));
    case "named":
      return initialNamed(type, definitions, depth);
    case "int64":
    case "numeric":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "contractId":
    case "variable":
      return "";
  }
};

/** Maximum depth of the initial value of a recursive type. */
const maxDepth = 6;

const initialNamed = (
  type: Extract<Type, { kind: "named" }>,
  definitions: DataDefinitionLookup,
  depth: number,
): unknown => {
  const definition = definitions(type.id);
  if (definition === undefined || depth > maxDepth) return "";
  if (definition.kind === "enum") return definition.constructors[0] ?? "";
  const inner = (declared: Type): unknown =>
    createInitialFormValue(
      applyTypeArguments(declared, definition.parameters, type.arguments),
      definitions,
      depth + 1,
    );
  if (definition.kind === "record") {
    return Object.fromEntries(definition.fields.map((field) => [field.name, inner(field.type)]));
  }
  const [first] = definition.constructors;
  return first === undefined ? {} : { tag: first.name, value: inner(first.type) };
};

/** Returns None; nested Optionals are encoded as lists. */
export const createEmptyOptionalFormValue = (isListed: boolean): unknown => (isListed ? [] : null);
