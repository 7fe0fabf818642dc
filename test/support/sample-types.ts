import type { DataDefinition, DataLookup, Type } from "../../lib/api.ts";
import {
  boolType,
  contractIdType,
  decimalType,
  int64Type,
  listType,
  namedType,
  optionalType,
  partyType,
  textType,
  typeVariable,
  unitType,
} from "../../lib/base/values/common-types.ts";
import { createShapes } from "../../lib/base/values/shape.ts";
import type { Shapes } from "../../lib/store.ts";

/** Returns the type `p:Sample:<name>`. */
export const sampleType = (name: string, ...typeArguments: readonly Type[]): Type =>
  namedType(`p:Sample:${name}`, ...typeArguments);

const recordOf = (fields: readonly (readonly [string, Type])[]): DataDefinition => ({
  kind: "record",
  parameters: [],
  fields: fields.map(([name, type]) => ({ name, type })),
});

const definitions = new Map<string, DataDefinition>([
  [
    "Iou",
    recordOf([
      ["issuer", partyType],
      ["owner", partyType],
      ["amount", decimalType],
      ["currency", textType],
      ["observers", listType(partyType)],
    ]),
  ],
  ["Empty", recordOf([])],
  ["One", recordOf([["only", int64Type]])],
  [
    "Options",
    recordOf([
      ["first", optionalType(int64Type)],
      ["required", boolType],
      ["middle", optionalType(textType)],
      ["last", optionalType(contractIdType)],
    ]),
  ],
  [
    "NestedOptions",
    recordOf([
      ["plain", optionalType(int64Type)],
      ["nested", optionalType(optionalType(int64Type))],
      ["tail", optionalType(int64Type)],
    ]),
  ],
  [
    "Box",
    {
      kind: "record",
      parameters: ["a"],
      fields: [
        { name: "one", type: optionalType(typeVariable("a")) },
        { name: "two", type: optionalType(optionalType(typeVariable("a"))) },
        { name: "last", type: optionalType(typeVariable("a")) },
      ],
    },
  ],
  [
    "Hostile",
    recordOf([
      ["__proto__", textType],
      ["constructor", optionalType(int64Type)],
      ["toString", optionalType(textType)],
    ]),
  ],
  [
    "Pair",
    {
      kind: "record",
      parameters: ["a", "b"],
      fields: [
        { name: "_1", type: typeVariable("a") },
        { name: "_2", type: typeVariable("b") },
      ],
    },
  ],
  [
    "Tree",
    {
      kind: "variant",
      parameters: ["a"],
      constructors: [
        { name: "Leaf", type: unitType },
        { name: "Node", type: sampleType("Branch", typeVariable("a")) },
      ],
    },
  ],
  [
    "Branch",
    {
      kind: "record",
      parameters: ["a"],
      fields: [
        { name: "label", type: typeVariable("a") },
        { name: "children", type: listType(sampleType("Tree", typeVariable("a"))) },
      ],
    },
  ],
  // The type argument grows at every level, so no finite table of types describes this type.
  [
    "Nest",
    {
      kind: "record",
      parameters: ["a"],
      fields: [
        { name: "here", type: typeVariable("a") },
        { name: "deeper", type: optionalType(sampleType("Nest", listType(typeVariable("a")))) },
      ],
    },
  ],
  // The type argument doubles at every level, so its full text grows exponentially.
  [
    "Wide",
    {
      kind: "record",
      parameters: ["a"],
      fields: [
        {
          name: "deeper",
          type: optionalType(
            sampleType("Wide", sampleType("Pair", typeVariable("a"), typeVariable("a"))),
          ),
        },
      ],
    },
  ],
  [
    "Result",
    {
      kind: "variant",
      parameters: ["e", "a"],
      constructors: [
        { name: "Failure", type: typeVariable("e") },
        { name: "Success", type: typeVariable("a") },
      ],
    },
  ],
  // The declared order differs from the alphabetical one, so a test detects code that sorts by name.
  ["Colour", { kind: "enum", constructors: ["Red", "Green", "Blue"] }],
]);

/** Defines the types that {@link sampleType} names. */
export const sampleLookup: DataLookup = (id) => {
  const [, module, name = ""] = id.split(":");
  return module === "Sample" ? definitions.get(name) : undefined;
};

export const sampleShapes: Shapes = createShapes(sampleLookup);
