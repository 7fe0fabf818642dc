import {
  followReference,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  requireObject,
  requireText,
  resolveJsonReference,
} from "./json.ts";
import { listStreamOperations } from "./streams.ts";

/** Rules for decoding the requests of a document. */
export interface DecodingRules {
  /** Accept whole numbers as decimal digits in a string. */
  readonly digitsAsNumbers: boolean;
  /**
   * Says if null is allowed for every optional field, or only for fields that the document declares
   * nullable.
   */
  readonly nullAllowed: "where left out" | "where nullable";
}

/** The part of an OpenAPI document that the HTTP layer needs at run time. */
export interface RequestDecodingDefinition {
  /** Paths with operation ids, parameters and security, without body schemas. */
  readonly definition: JsonObject;
  /** Schema of the request body by operation id: `#/<name in schemas>`. */
  readonly bodies: Readonly<Record<string, string>>;
  /** Operations whose request body is bytes, not JSON. */
  readonly octets: readonly string[];
  /** Operations that return a stream: lists that end after an idle timeout. */
  readonly streams: readonly string[];
  /** Content types of answers by operation id, except for operations that return only JSON. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
  /** JSON Schemas of requests by name; they refer to each other. */
  readonly schemas: JsonObject;
}

/**
 * Derives the schemas for decoding requests from a published document (ledger-api.md 1.5).
 *
 * - A field may be absent, except for constants, which have no default. It may be null if it is a message
 *   or nullable.
 * - Records marked `x-decoding: strict` require their required fields, and tagged choices their content.
 *   Optional fields of such records, and fields marked `x-decoding: lenient`, may be null.
 * - If a participant decodes more strictly than its document says, `x-decoding-required` and
 *   `x-decoding-enum` replace `required` and `enum`.
 * - A tagged choice becomes `someKeyOf`, a whole number `wholeNumber` with its bits, bytes `base64`, a time
 *   `instant`, a text marked `x-decoding: type-reference` `typeReference`, and JSON of any type `depth`.
 */
export const decodingDefinition = (
  document: JsonObject,
  rules: DecodingRules,
): RequestDecodingDefinition => {
  const relaxation = new SchemaRelaxation(document, rules);
  const bodies: Record<string, string> = {};
  const octets: string[] = [];
  const answers: Record<string, readonly string[]> = {};
  for (const operation of listOperations(document)) {
    const types = listAnswerContentTypes(document, operation);
    if (types.join() !== jsonMediaType) answers[requireText(operation["operationId"])] = types;
    const content = findBodyContent(document, operation);
    if (content?.["application/octet-stream"] !== undefined) {
      octets.push(requireText(operation["operationId"]));
    }
    const schema = bodySchema(content);
    if (schema === undefined) continue;
    bodies[requireText(operation["operationId"])] = `#/${relaxation.includeSchema(schema)}`;
  }
  return {
    definition: routingDefinition(document),
    bodies,
    octets,
    streams: listStreamOperations(document).map(({ operation }) => requireText(operation["operationId"])),
    answers,
    schemas: relaxation.schemas,
  };
};

class SchemaRelaxation {
  readonly schemas: Record<string, JsonValue> = {};
  readonly #document: JsonObject;
  readonly #rules: DecodingRules;

  constructor(document: JsonObject, rules: DecodingRules) {
    this.#document = document;
    this.#rules = rules;
  }

  /** Converts the schema that a reference names, once, and returns its name. */
  includeSchema(reference: string): string {
    const name = reference.slice(reference.lastIndexOf("/") + 1);
    if (this.schemas[name] === undefined) {
      this.schemas[name] = {};
      this.schemas[name] = this.#relaxRecord(resolveJsonReference(this.#document, reference));
    }
    return name;
  }

  /** Returns an object schema that also accepts null; {@link #present} removes this. */
  #relaxRecord(schema: JsonObject): JsonObject {
    const choices = schema["oneOf"];
    if (isList(choices)) return this.#relaxChoice(choices.map(requireObject));
    const isStrict = schema["x-decoding"] === "strict";
    const properties = Object.entries(
      isObject(schema["properties"]) ? schema["properties"] : {},
    ).map(([name, property]) => [name, requireObject(property)] as const);
    const required = isStrict
      ? toTextList(schema["x-decoding-required"] ?? schema["required"])
      : properties.filter(([, property]) => this.#isConstant(property)).map(([name]) => name);
    return {
      type: ["object", "null"],
      ...(required.length === 0 ? {} : { required }),
      ...(properties.length === 0
        ? {}
        : {
            properties: Object.fromEntries(
              properties.map(([name, property]) => [
                name,
                this.#relaxProperty(property, {
                  isStrict,
                  isRequired: required.includes(name),
                }),
              ]),
            ),
          }),
      ...this.#entries(schema),
      ...("maxProperties" in schema ? { maxProperties: schema["maxProperties"] } : {}),
    };
  }

  #relaxProperty(
    schema: JsonObject,
    field: { readonly isStrict: boolean; readonly isRequired: boolean },
  ): JsonObject {
    if (field.isRequired) return this.#toNonNullSchema(schema);
    const mayBeNull =
      field.isStrict ||
      this.#rules.nullAllowed === "where left out" ||
      schema["x-decoding"] === "lenient" ||
      isNullable(schema) ||
      this.#isMessage(schema);
    return mayBeNull ? this.#nullIf(true, this.#toOptionalSchema(schema)) : this.#toNonNullSchema(schema);
  }

  /** Returns true for an enum, which may be absent only in the history API or if nullable. */
  #isConstant(schema: JsonObject): boolean {
    if (this.#rules.nullAllowed === "where left out" || isNullable(schema)) return false;
    return isList(readConstants(this.#resolveTarget(schema)));
  }

  #isMessage(schema: JsonObject): boolean {
    const { type, additionalProperties } = this.#resolveTarget(schema);
    return type === "object" && additionalProperties === undefined;
  }

  /** Returns the schema itself, following a reference. */
  #resolveTarget(schema: JsonObject): JsonObject {
    const { $ref: reference, anyOf, allOf } = schema;
    if (typeof reference === "string") return this.#resolveTarget(resolveJsonReference(this.#document, reference));
    const alternatives = anyOf ?? allOf;
    return isList(alternatives) ? this.#resolveTarget(requireObject(alternatives[0])) : schema;
  }

  #entries(schema: JsonObject): JsonObject {
    const entry = schema["additionalProperties"];
    return isObject(entry) ? { additionalProperties: this.#toNonNullSchema(entry) } : {};
  }

  /** Alternatives are objects with one key, whose content is required. */
  #relaxChoice(alternatives: readonly JsonObject[]): JsonObject {
    const variants = alternatives.flatMap((alternative) =>
      Object.entries(requireObject(alternative["properties"])),
    );
    return {
      type: ["object", "null"],
      someKeyOf: variants.map(([name]) => name),
      properties: Object.fromEntries(
        variants.map(([name, content]) => [name, this.#relaxContent(requireObject(content))]),
      ),
    };
  }

  #relaxContent(schema: JsonObject): JsonObject {
    const { type, required, properties } = schema;
    if (toTextList(required).join() !== "value") return this.#toNonNullSchema(schema);
    const value = this.#toNonNullSchema(requireObject(requireObject(properties)["value"]));
    return { type: type ?? "object", required: ["value"], properties: { value } };
  }

  /** Returns the schema of a position that must not be null. */
  #toNonNullSchema(schema: JsonObject): JsonObject {
    const relaxed = this.#toOptionalSchema(schema);
    if (typeof relaxed["$ref"] === "string") return { type: "object", allOf: [relaxed] };
    if (!isList(relaxed["type"])) return relaxed;
    const types = relaxed["type"].filter((name) => name !== "null");
    const [only = ""] = types;
    return { ...relaxed, type: types.length === 1 ? only : types };
  }

  /** Returns the schema of a position that may be absent and in most cases null. */
  #toOptionalSchema(schema: JsonObject): JsonObject {
    const alternatives = schema["anyOf"] ?? schema["allOf"];
    if (isList(alternatives)) {
      return this.#nullIf(isNullable(schema), this.#toOptionalSchema(requireObject(alternatives[0])));
    }
    const reference = schema["$ref"];
    if (typeof reference === "string") return this.#relaxReference(reference);
    if (isList(schema["oneOf"])) return this.#relaxRecord(schema);
    if (schema["type"] === undefined) return { depth: maxDepth };
    const type = requireText(schema["type"]);
    switch (type) {
      case "string": {
        const isUnset = this.#rules.nullAllowed === "where left out" || isNullable(schema);
        return this.#nullIf(isUnset, createStringSchema(schema));
      }
      case "integer":
        return this.#wholeNumber(schema);
      case "array":
        return { type: ["array", "null"], items: this.#toNonNullSchema(requireObject(schema["items"])) };
      case "object":
        return this.#relaxRecord(schema);
      default:
        return { type: [type, "null"] };
    }
  }

  #relaxReference(reference: string): JsonObject {
    const target = resolveJsonReference(this.#document, reference);
    const isRecord = target["type"] === "object" || isList(target["oneOf"]);
    return isRecord ? { $ref: `#/${this.includeSchema(reference)}` } : this.#toOptionalSchema(target);
  }

  #wholeNumber(schema: JsonObject): JsonObject {
    return {
      type: this.#rules.digitsAsNumbers ? ["integer", "string", "null"] : ["integer", "null"],
      wholeNumber: schema["format"] === "int32" ? 32 : 64,
    };
  }

  #nullIf(isNullable: boolean, schema: JsonObject): JsonObject {
    const { type, enum: constants } = schema;
    if (!isNullable || typeof type !== "string") return schema;
    return {
      ...schema,
      type: [type, "null"],
      ...(isList(constants) ? { enum: [...constants, null] } : {}),
    };
  }
}

const isNullable = (schema: JsonObject): boolean =>
  isList(schema["anyOf"]) || schema["nullable"] === true;

/** Returns the allowed texts. A participant decodes more values than its document lists. */
const readConstants = (schema: JsonObject) => schema["x-decoding-enum"] ?? schema["enum"];

/** The operation checks other formats. */
const createStringSchema = (schema: JsonObject): JsonObject => ({
  type: "string",
  ...(isList(readConstants(schema)) ? { enum: readConstants(schema) } : {}),
  ...(schema["format"] === "byte" ? { base64: true } : {}),
  ...(schema["format"] === "date-time" ? { instant: true } : {}),
  ...(schema["x-decoding"] === "type-reference" ? { typeReference: true } : {}),
});

/**
 * Maximum depth of JSON of any type. Values of the contract language nest at most 100 levels, each of which
 * takes up to two levels of JSON; the ledger checks this and reports it. This limit only protects the code
 * before that check.
 */
const maxDepth = 256;

const httpMethods = ["get", "put", "post", "delete", "patch"] as const;

/** Returns all operations, in the order of their paths. */
export const listOperations = (document: JsonObject): readonly JsonObject[] =>
  Object.values(requireObject(document["paths"])).flatMap((path) =>
    httpMethods.flatMap((method) => {
      const operation = requireObject(path)[method];
      return isObject(operation) ? [operation] : [];
    }),
  );

const findBodyContent = (document: JsonObject, operation: JsonObject): JsonObject | undefined => {
  const body = operation["requestBody"];
  return isObject(body) ? requireObject(followReference(document, body)["content"]) : undefined;
};

const jsonMediaType = "application/json";

const bodySchema = (content: JsonObject | undefined): string | undefined => {
  const media = content?.[jsonMediaType];
  return isObject(media) ? requireText(requireObject(media["schema"])["$ref"]) : undefined;
};

/** Returns the content types of the success answer; none for an answer without a body. */
const listAnswerContentTypes = (document: JsonObject, operation: JsonObject): readonly string[] => {
  const responses = requireObject(operation["responses"]);
  const { content } = followReference(document, requireObject(responses["200"] ?? responses["201"]));
  return isObject(content) ? Object.keys(content) : [];
};

const routingDefinition = (document: JsonObject): JsonObject => ({
  openapi: requireText(document["openapi"]),
  info: document["info"] ?? {},
  ...(document["security"] === undefined ? {} : { security: document["security"] }),
  paths: Object.fromEntries(
    Object.entries(requireObject(document["paths"])).map(([path, item]) => [
      path,
      routingItem(document, requireObject(item)),
    ]),
  ),
  components: {
    securitySchemes: requireObject(document["components"])["securitySchemes"] ?? {},
  },
});

const routingItem = (document: JsonObject, item: JsonObject): JsonObject =>
  Object.fromEntries(
    httpMethods.flatMap((method) => {
      const operation = item[method];
      return isObject(operation) ? [[method, routingOperation(document, operation)] as const] : [];
    }),
  );

const routingOperation = (document: JsonObject, operation: JsonObject): JsonObject => ({
  operationId: requireText(operation["operationId"]),
  ...(operation["security"] === undefined ? {} : { security: operation["security"] }),
  // The log warns about deprecated operations.
  ...(operation["deprecated"] === true && {
    deprecated: true,
    description: operation["description"] ?? operation["summary"] ?? "",
  }),
  ...(isList(operation["parameters"])
    ? { parameters: operation["parameters"].map((each) => routingParameter(document, each)) }
    : {}),
  responses: { default: { description: "" } },
});

const routingParameter = (document: JsonObject, json: JsonValue): JsonObject => {
  const parameter = followReference(document, requireObject(json));
  const schema = followReference(document, requireObject(parameter["schema"]));
  return {
    name: requireText(parameter["name"]),
    in: requireText(parameter["in"]),
    ...(parameter["required"] === true ? { required: true } : {}),
    schema: {
      type: requireText(schema["type"]),
      ...(schema["format"] === undefined ? {} : { format: schema["format"] }),
    },
  };
};

const toTextList = (json: JsonValue | undefined): readonly string[] => (isList(json) ? json.map(requireText) : []);
