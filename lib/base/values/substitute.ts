import type { OptionalType, Type } from "./type.ts";

/** Returns `type` in which the variables in `bindings` are replaced. Other variables stay. */
export const substituteTypeVariables = (type: Type, bindings: ReadonlyMap<string, Type>): Type => {
  switch (type.kind) {
    case "variable":
      return bindings.get(type.name) ?? type;
    case "optional":
      return createOptionalType(substituteTypeVariables(type.element, bindings), type);
    case "list":
    case "textMap":
      return { kind: type.kind, element: substituteTypeVariables(type.element, bindings) };
    case "genMap":
      return {
        kind: "genMap",
        key: substituteTypeVariables(type.key, bindings),
        value: substituteTypeVariables(type.value, bindings),
      };
    case "named":
      return type.arguments.length === 0
        ? type
        : {
            kind: "named",
            id: type.id,
            arguments: type.arguments.map((argument) =>
              substituteTypeVariables(argument, bindings),
            ),
          };
    case "unit":
    case "bool":
    case "int64":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "numeric":
    case "contractId":
      return type;
  }
};

/**
 * Returns an Optional. Marks it if its element is an Optional only because of a type argument: then
 * its JSON differs from that of Optionals that are nested in the type definition.
 */
const createOptionalType = (element: Type, declared: OptionalType): OptionalType =>
  declared.isOfParameter === true ||
  (declared.element.kind === "variable" && element.kind === "optional")
    ? { kind: "optional", element, isOfParameter: true }
    : { kind: "optional", element };
