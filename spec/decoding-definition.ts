import {
  asObject,
  asText,
  dereferenced,
  isList,
  isObject,
  type Json,
  type JsonObject,
  resolve,
} from "./json.ts";
import { streamsOf } from "./streams.ts";

/** Rules for decoding the requests of a document. */
export interface DecodingRules {
  /** Accept whole numbers as decimal digits in a string. */
  readonly digitsAsNumbers: boolean;
  /**
   * Whether null is allowed for every optional field, or only for fields that the document declares
   * nullable.
   */
  readonly nullAllowed: "where left out" | "where nullable";
}

/** The part of an OpenAPI document that the HTTP layer needs at run time. */
export interface DecodingDefinition {
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
): DecodingDefinition => {
  const relaxation = new Relaxation(document, rules);
  const bodies: Record<string, string> = {};
  const octets: string[] = [];
  const answers: Record<string, readonly string[]> = {};
  for (const operation of operationsOf(document)) {
    const types = answerTypes(document, operation);
    if (types.join() !== json) answers[asText(operation["operationId"])] = types;
    const content = bodyContent(document, operation);
    if (content?.["application/octet-stream"] !== undefined) {
      octets.push(asText(operation["operationId"]));
    }
    const schema = bodySchema(content);
    if (schema === undefined) continue;
    bodies[asText(operation["operationId"])] = `#/${relaxation.include(schema)}`;
  }
  return {
    definition: routingDefinition(document),
    bodies,
    octets,
    streams: streamsOf(document).map(({ operation }) => asText(operation["operationId"])),
    answers,
    schemas: relaxation.schemas,
  };
};

class Relaxation {
  readonly schemas: Record<string, Json> = {};
  readonly #document: JsonObject;
  readonly #rules: DecodingRules;

  constructor(document: JsonObject, rules: DecodingRules) {
    this.#document = document;
    this.#rules = rules;
  }

  /** Converts the schema that a reference names, once, and returns its name. */
  include(reference: string): string {
    const name = reference.slice(reference.lastIndexOf("/") + 1);
    if (this.schemas[name] === undefined) {
      this.schemas[name] = {};
      this.schemas[name] = this.#record(resolve(this.#document, reference));
    }
    return name;
  }

  /** Returns an object schema that also accepts null; {@link #present} removes this. */
  #record(schema: JsonObject): JsonObject {
    const choices = schema["oneOf"];
    if (isList(choices)) return this.#choice(choices.map(asObject));
    const isStrict = schema["x-decoding"] === "strict";
    const properties = Object.entries(
      isObject(schema["properties"]) ? schema["properties"] : {},
    ).map(([name, property]) => [name, asObject(property)] as const);
    const required = isStrict
      ? texts(schema["x-decoding-required"] ?? schema["required"])
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
                this.#property(property, {
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

  #property(
    schema: JsonObject,
    field: { readonly isStrict: boolean; readonly isRequired: boolean },
  ): JsonObject {
    if (field.isRequired) return this.#present(schema);
    const mayBeNull =
      field.isStrict ||
      this.#rules.nullAllowed === "where left out" ||
      schema["x-decoding"] === "lenient" ||
      isNullable(schema) ||
      this.#isMessage(schema);
    return mayBeNull ? this.#nullIf(true, this.#unset(schema)) : this.#present(schema);
  }

  /** Returns true for an enum, which may be absent only in the history API or if nullable. */
  #isConstant(schema: JsonObject): boolean {
    if (this.#rules.nullAllowed === "where left out" || isNullable(schema)) return false;
    return isList(constantsOf(this.#target(schema)));
  }

  #isMessage(schema: JsonObject): boolean {
    const { type, additionalProperties } = this.#target(schema);
    return type === "object" && additionalProperties === undefined;
  }

  /** Returns the schema itself, following a reference. */
  #target(schema: JsonObject): JsonObject {
    const { $ref: reference, anyOf, allOf } = schema;
    if (typeof reference === "string") return this.#target(resolve(this.#document, reference));
    const alternatives = anyOf ?? allOf;
    return isList(alternatives) ? this.#target(asObject(alternatives[0])) : schema;
  }

  #entries(schema: JsonObject): JsonObject {
    const entry = schema["additionalProperties"];
    return isObject(entry) ? { additionalProperties: this.#present(entry) } : {};
  }

  /** Alternatives are objects with one key, whose content is required. */
  #choice(alternatives: readonly JsonObject[]): JsonObject {
    const variants = alternatives.flatMap((alternative) =>
      Object.entries(asObject(alternative["properties"])),
    );
    return {
      type: ["object", "null"],
      someKeyOf: variants.map(([name]) => name),
      properties: Object.fromEntries(
        variants.map(([name, content]) => [name, this.#content(asObject(content))]),
      ),
    };
  }

  #content(schema: JsonObject): JsonObject {
    const { type, required, properties } = schema;
    if (texts(required).join() !== "value") return this.#present(schema);
    const value = this.#present(asObject(asObject(properties)["value"]));
    return { type: type ?? "object", required: ["value"], properties: { value } };
  }

  /** Returns the schema of a position that must not be null. */
  #present(schema: JsonObject): JsonObject {
    const relaxed = this.#unset(schema);
    if (typeof relaxed["$ref"] === "string") return { type: "object", allOf: [relaxed] };
    if (!isList(relaxed["type"])) return relaxed;
    const types = relaxed["type"].filter((name) => name !== "null");
    const [only = ""] = types;
    return { ...relaxed, type: types.length === 1 ? only : types };
  }

  /** Returns the schema of a position that may be absent and in most cases null. */
  #unset(schema: JsonObject): JsonObject {
    const alternatives = schema["anyOf"] ?? schema["allOf"];
    if (isList(alternatives)) {
      return this.#nullIf(isNullable(schema), this.#unset(asObject(alternatives[0])));
    }
    const reference = schema["$ref"];
    if (typeof reference === "string") return this.#referred(reference);
    if (isList(schema["oneOf"])) return this.#record(schema);
    if (schema["type"] === undefined) return { depth: maxDepth };
    const type = asText(schema["type"]);
    switch (type) {
      case "string": {
        const isUnset = this.#rules.nullAllowed === "where left out" || isNullable(schema);
        return this.#nullIf(isUnset, string(schema));
      }
      case "integer":
        return this.#wholeNumber(schema);
      case "array":
        return { type: ["array", "null"], items: this.#present(asObject(schema["items"])) };
      case "object":
        return this.#record(schema);
      default:
        return { type: [type, "null"] };
    }
  }

  #referred(reference: string): JsonObject {
    const target = resolve(this.#document, reference);
    const isRecord = target["type"] === "object" || isList(target["oneOf"]);
    return isRecord ? { $ref: `#/${this.include(reference)}` } : this.#unset(target);
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
const constantsOf = (schema: JsonObject) => schema["x-decoding-enum"] ?? schema["enum"];

/** The operation checks other formats. */
const string = (schema: JsonObject): JsonObject => ({
  type: "string",
  ...(isList(constantsOf(schema)) ? { enum: constantsOf(schema) } : {}),
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

const methods = ["get", "put", "post", "delete", "patch"] as const;

/** Returns all operations, in the order of their paths. */
export const operationsOf = (document: JsonObject): readonly JsonObject[] =>
  Object.values(asObject(document["paths"])).flatMap((path) =>
    methods.flatMap((method) => {
      const operation = asObject(path)[method];
      return isObject(operation) ? [operation] : [];
    }),
  );

const bodyContent = (document: JsonObject, operation: JsonObject): JsonObject | undefined => {
  const body = operation["requestBody"];
  return isObject(body) ? asObject(dereferenced(document, body)["content"]) : undefined;
};

const json = "application/json";

const bodySchema = (content: JsonObject | undefined): string | undefined => {
  const media = content?.[json];
  return isObject(media) ? asText(asObject(media["schema"])["$ref"]) : undefined;
};

/** Returns the content types of the success answer; none for an answer without a body. */
const answerTypes = (document: JsonObject, operation: JsonObject): readonly string[] => {
  const responses = asObject(operation["responses"]);
  const { content } = dereferenced(document, asObject(responses["200"] ?? responses["201"]));
  return isObject(content) ? Object.keys(content) : [];
};

const routingDefinition = (document: JsonObject): JsonObject => ({
  openapi: asText(document["openapi"]),
  info: document["info"] ?? {},
  ...(document["security"] === undefined ? {} : { security: document["security"] }),
  paths: Object.fromEntries(
    Object.entries(asObject(document["paths"])).map(([path, item]) => [
      path,
      routingItem(document, asObject(item)),
    ]),
  ),
  components: {
    securitySchemes: asObject(document["components"])["securitySchemes"] ?? {},
  },
});

const routingItem = (document: JsonObject, item: JsonObject): JsonObject =>
  Object.fromEntries(
    methods.flatMap((method) => {
      const operation = item[method];
      return isObject(operation) ? [[method, routingOperation(document, operation)] as const] : [];
    }),
  );

const routingOperation = (document: JsonObject, operation: JsonObject): JsonObject => ({
  operationId: asText(operation["operationId"]),
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

const routingParameter = (document: JsonObject, json: Json): JsonObject => {
  const parameter = dereferenced(document, asObject(json));
  const schema = dereferenced(document, asObject(parameter["schema"]));
  return {
    name: asText(parameter["name"]),
    in: asText(parameter["in"]),
    ...(parameter["required"] === true ? { required: true } : {}),
    schema: {
      type: asText(schema["type"]),
      ...(schema["format"] === undefined ? {} : { format: schema["format"] }),
    },
  };
};

const texts = (json: Json | undefined): readonly string[] => (isList(json) ? json.map(asText) : []);
