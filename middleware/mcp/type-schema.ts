import * as z from "zod";

import type { DataDefinition, Type } from "../../lib/api.ts";

/** Reads a declared type. */
const typeSchema: z.ZodType<Type> = z.lazy(() =>
  z.discriminatedUnion("kind", [
    z.object({
      kind: z.enum(["unit", "bool", "int64", "text", "timestamp", "date", "party"]),
    }),
    z.object({ kind: z.literal("numeric"), scale: z.number() }),
    z.object({ kind: z.literal("contractId"), target: z.exactOptional(typeSchema) }),
    z.object({
      kind: z.literal("optional"),
      element: typeSchema,
      isOfParameter: z.exactOptional(z.literal(true)),
    }),
    z.object({ kind: z.literal("list"), element: typeSchema }),
    z.object({ kind: z.literal("textMap"), element: typeSchema }),
    z.object({ kind: z.literal("genMap"), key: typeSchema, value: typeSchema }),
    z.object({ kind: z.literal("named"), id: typeId(), arguments: z.array(typeSchema) }),
    z.object({ kind: z.literal("variable"), name: z.string() }),
  ]),
);

type TypeId = Extract<Type, { kind: "named" }>["id"];

const typeId = (): z.ZodType<TypeId> =>
  z.custom<TypeId>((value) => typeof value === "string" && /^[^:]+:[^:]+:[^:]+$/u.test(value));

const fieldSchema = z.object({ name: z.string(), type: typeSchema });

const definitionSchema: z.ZodType<DataDefinition> = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("record"),
    parameters: z.array(z.string()),
    fields: z.array(fieldSchema),
  }),
  z.object({
    kind: z.literal("variant"),
    parameters: z.array(z.string()),
    constructors: z.array(fieldSchema),
  }),
  z.object({ kind: z.literal("enum"), constructors: z.array(z.string()) }),
]);

const choiceSchema = z.object({
  name: z.string(),
  consuming: z.boolean(),
  argument: typeSchema,
  result: typeSchema,
});

const templateFacts = z.object({
  payload: typeSchema,
  key: z.exactOptional(typeSchema),
  choices: z.array(choiceSchema),
  implements: z.array(z.string()),
});

const interfaceFacts = z.object({
  view: typeSchema,
  choices: z.array(choiceSchema),
  requires: z.array(z.string()),
});

export type ChoiceFacts = z.output<typeof choiceSchema>;

const namedFields = {
  packageId: z.string(),
  name: z.string(),
  version: z.string(),
  language: z.string(),
};

/** Reads a package in a list. */
export const packageSummarySchema = z.object({
  ...namedFields,
  templates: z.array(z.string()),
  interfaces: z.array(z.string()),
});

export type PackageSummary = z.output<typeof packageSummarySchema>;

/** Reads the definitions of a package. */
export const packageFactsSchema = z.object({
  ...namedFields,
  templates: z.record(z.string(), templateFacts),
  interfaces: z.record(z.string(), interfaceFacts),
  dataTypes: z.record(z.string(), definitionSchema),
});

export type PackageFacts = z.output<typeof packageFactsSchema>;
