import { unitType } from "../../lib/base/values/common-types.ts";
import type { ValueShape } from "../../lib/base/values/shape.ts";
import type { Value } from "../../lib/store.ts";

/**
 * Returns a shape that the value matches, for tests that have no package. The elements of empty lists and the
 * like get the type Unit.
 */
export const fittingShape = (value: Value): ValueShape => {
  switch (value.kind) {
    case "numeric":
      return { kind: "numeric", scale: value.scale };
    case "contractId":
      return { kind: "contractId" };
    case "optional":
      return { kind: "optional", element: elementShape(value.value) };
    case "list":
      return { kind: "list", element: elementShape(value.elements[0]) };
    case "textMap":
      return { kind: "textMap", element: elementShape(value.entries[0]?.[1]) };
    case "genMap": {
      const [first] = value.entries;
      return { kind: "genMap", key: elementShape(first?.[0]), value: elementShape(first?.[1]) };
    }
    case "record":
      return {
        ...someType,
        kind: "record",
        fields: value.fields.map((field, index) => ({
          name: `_${index + 1}`,
          shape: fittingShape(field),
        })),
      };
    case "variant":
      return {
        ...someType,
        kind: "variant",
        constructors: [{ name: value.constructor, shape: fittingShape(value.value) }],
        rankOf: () => 0,
      };
    case "enum":
      return { ...someType, kind: "enum", constructors: [value.constructor], rankOf: () => 0 };
    case "unit":
    case "bool":
    case "int64":
    case "text":
    case "timestamp":
    case "date":
    case "party":
      return { kind: value.kind };
  }
};

const someType = { id: "p:Some:Type", qualifiedName: "Some:Type" };

const elementShape = (value: Value | undefined): ValueShape =>
  value === undefined ? unitType : fittingShape(value);
