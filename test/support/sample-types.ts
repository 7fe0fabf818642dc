import type { DataDefinition, DataLookup, Type } from "../../lib/api.ts";
import {
  boolType,
  contractIdType,
  createListType,
  createNamedType,
  createOptionalType,
  createTypeVariable,
  decimalType,
  int64Type,
  partyType,
  textType,
  unitType,
} from "../../lib/base/values/common-types.ts";
import { createTypeShapes } from "../../lib/base/values/shape.ts";
import type { Shapes } from "../../lib/store.ts";

/** Returns the type `p:Sample:<name>`. */
export const sampleType = (name: string, ...typeArguments: readonly Type[]): Type =>
  createNamedType(`p:Sample:${name}`, ...typeArguments);

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
      ["observers", createListType(partyType)],
    ]),
  ],
  ["Empty", recordOf([])],
  ["One", recordOf([["only", int64Type]])],
  [
    "Options",
    recordOf([
      ["first", createOptionalType(int64Type)],
      ["required", boolType],
      ["middle", createOptionalType(textType)],
      ["last", createOptionalType(contractIdType)],
    ]),
  ],
  [
    "NestedOptions",
    recordOf([
      ["plain", createOptionalType(int64Type)],
      ["nested", createOptionalType(createOptionalType(int64Type))],
      ["tail", createOptionalType(int64Type)],
    ]),
  ],
  [
    "Box",
    {
      kind: "record",
      parameters: ["a"],
      fields: [
        { name: "one", type: createOptionalType(createTypeVariable("a")) },
        { name: "two", type: createOptionalType(createOptionalType(createTypeVariable("a"))) },
        { name: "last", type: createOptionalType(createTypeVariable("a")) },
      ],
    },
  ],
  [
    "Hostile",
    recordOf([
      ["__proto__", textType],
      ["constructor", createOptionalType(int64Type)],
      ["toString", createOptionalType(textType)],
    ]),
  ],
  [
    "Pair",
    {
      kind: "record",
      parameters: ["a", "b"],
      fields: [
        { name: "_1", type: createTypeVariable("a") },
        { name: "_2", type: createTypeVariable("b") },
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
        { name: "Node", type: sampleType("Branch", createTypeVariable("a")) },
      ],
    },
  ],
  [
    "Branch",
    {
      kind: "record",
      parameters: ["a"],
      fields: [
        { name: "label", type: createTypeVariable("a") },
        { name: "children", type: createListType(sampleType("Tree", createTypeVariable("a"))) },
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
        { name: "here", type: createTypeVariable("a") },
        {
          name: "deeper",
          type: createOptionalType(sampleType("Nest", createListType(createTypeVariable("a")))),
        },
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
          type: createOptionalType(
            sampleType(
              "Wide",
              sampleType("Pair", createTypeVariable("a"), createTypeVariable("a")),
            ),
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
        { name: "Failure", type: createTypeVariable("e") },
        { name: "Success", type: createTypeVariable("a") },
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

export const sampleShapes: Shapes = createTypeShapes(sampleLookup);
