import { type Schema, Validator } from "@cfworker/json-schema";

/** The parts of the document that are used. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonFields>> };
}

export interface ApiOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: JsonFields }>>;
  };
}

type JsonFields = Readonly<Record<string, unknown>>;

export const findRequestBodySchema = (operation: ApiOperation): JsonFields | undefined =>
  operation.requestBody?.content["application/json"]?.schema;

/** Returns the violations of a schema by a body; empty without a schema. */
export const findSchemaViolations = (
  body: unknown,
  schema: JsonFields | undefined,
  { components }: ApiDocument,
): readonly string[] => {
  if (schema === undefined) return [];
  const whole = toJsonSchema({ ...schema, components: components ?? {} }) as Schema;
  const { errors } = new Validator(whole, "7", false).validate(body);
  const places = errors.filter(
    ({ keyword }) => !/^(?:\$ref|properties|items|oneOf|anyOf)$/.test(keyword),
  );
  return places.slice(0, 5).map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
};

/** Converts a schema of OpenAPI 3.0 to JSON Schema. */
const toJsonSchema = (of: unknown): unknown => {
  if (Array.isArray(of)) return of.map(toJsonSchema);
  if (typeof of !== "object" || of === null) return of;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(of).map(([name, value]) => [name, toJsonSchema(value)]),
  );
  return nullable === true ? { anyOf: [rest, { type: "null" }] } : rest;
};

const maxDepth = 5;

/** Returns a body with all required fields, as a start. */
export const createSampleRequestBody = (of: unknown, document: ApiDocument, depth = 0): unknown => {
  if (typeof of !== "object" || of === null || depth > maxDepth) return null;
  const schema = of as JsonFields;
  if (typeof schema["$ref"] === "string") {
    const name = schema["$ref"].split("/").at(-1) ?? "";
    return createSampleRequestBody(document.components?.schemas?.[name], document, depth);
  }
  if ("example" in schema) return schema["example"];
  const [first] = (schema["oneOf"] ??
    schema["anyOf"] ??
    schema["allOf"] ??
    []) as readonly unknown[];
  if (first !== undefined) return createSampleRequestBody(first, document, depth + 1);
  switch (schema["type"]) {
    case "array":
      return [];
    case "string":
      return "";
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    default: {
      const properties = (schema["properties"] ?? {}) as JsonFields;
      const required = (schema["required"] ?? Object.keys(properties).slice(0, 4)) as string[];
      return Object.fromEntries(
        required.map((name) => [
          name,
          createSampleRequestBody(properties[name], document, depth + 1),
        ]),
      );
    }
  }
};
