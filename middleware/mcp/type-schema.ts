import * as z from "zod";

import type { DataDefinition, Type } from "../../lib/api.ts";

/** Reads a declared type. */
const type: z.ZodType<Type> = z.lazy(() =>
  z.discriminatedUnion("kind", [
    z.object({
      kind: z.enum(["unit", "bool", "int64", "text", "timestamp", "date", "party"]),
    }),
    z.object({ kind: z.literal("numeric"), scale: z.number() }),
    z.object({ kind: z.literal("contractId"), target: z.exactOptional(type) }),
    z.object({
      kind: z.literal("optional"),
      element: type,
      isOfParameter: z.exactOptional(z.literal(true)),
    }),
    z.object({ kind: z.literal("list"), element: type }),
    z.object({ kind: z.literal("textMap"), element: type }),
    z.object({ kind: z.literal("genMap"), key: type, value: type }),
    z.object({ kind: z.literal("named"), id: typeId(), arguments: z.array(type) }),
    z.object({ kind: z.literal("variable"), name: z.string() }),
  ]),
);

type TypeId = Extract<Type, { kind: "named" }>["id"];

const typeId = (): z.ZodType<TypeId> =>
  z.custom<TypeId>((value) => typeof value === "string" && /^[^:]+:[^:]+:[^:]+$/u.test(value));

const field = z.object({ name: z.string(), type });

const definition: z.ZodType<DataDefinition> = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("record"),
    parameters: z.array(z.string()),
    fields: z.array(field),
  }),
  z.object({
    kind: z.literal("variant"),
    parameters: z.array(z.string()),
    constructors: z.array(field),
  }),
  z.object({ kind: z.literal("enum"), constructors: z.array(z.string()) }),
]);

const choice = z.object({
  name: z.string(),
  consuming: z.boolean(),
  argument: type,
  result: type,
});

const templateFacts = z.object({
  payload: type,
  key: z.exactOptional(type),
  choices: z.array(choice),
  implements: z.array(z.string()),
});

const interfaceFacts = z.object({
  view: type,
  choices: z.array(choice),
  requires: z.array(z.string()),
});

export type ChoiceFacts = z.output<typeof choice>;

const namedFields = {
  packageId: z.string(),
  name: z.string(),
  version: z.string(),
  language: z.string(),
};

/** Reads a package in a list. */
export const packageSummary = z.object({
  ...namedFields,
  templates: z.array(z.string()),
  interfaces: z.array(z.string()),
});

export type PackageSummary = z.output<typeof packageSummary>;

/** Reads the definitions of a package. */
export const packageFacts = z.object({
  ...namedFields,
  templates: z.record(z.string(), templateFacts),
  interfaces: z.record(z.string(), interfaceFacts),
  dataTypes: z.record(z.string(), definition),
});

export type PackageFacts = z.output<typeof packageFacts>;
