import type { OptionalType, Type } from "./type.ts";

/** `type` with every variable named in `bindings` replaced; other variables stay. */
export const substitute = (type: Type, bindings: ReadonlyMap<string, Type>): Type => {
  switch (type.kind) {
    case "variable":
      return bindings.get(type.name) ?? type;
    case "optional":
      return optionalOf(substitute(type.element, bindings), type);
    case "list":
    case "textMap":
      return { kind: type.kind, element: substitute(type.element, bindings) };
    case "genMap":
      return {
        kind: "genMap",
        key: substitute(type.key, bindings),
        value: substitute(type.value, bindings),
      };
    case "named":
      return type.arguments.length === 0
        ? type
        : {
            kind: "named",
            id: type.id,
            arguments: type.arguments.map((argument) => substitute(argument, bindings)),
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

/** Keeps in mind that the definition says nothing of two Optionals, which makes another JSON of them. */
const optionalOf = (element: Type, declared: OptionalType): OptionalType =>
  declared.isOfParameter === true ||
  (declared.element.kind === "variable" && element.kind === "optional")
    ? { kind: "optional", element, isOfParameter: true }
    : { kind: "optional", element };
