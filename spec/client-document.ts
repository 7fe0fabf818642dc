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

/** Names that a participant's document has and that ours lacks; client-names.yaml explains each. */
export interface ClientDocumentNames {
  readonly inlined: readonly string[];
  readonly renamed: Readonly<Record<string, string>>;
  readonly repeated: readonly string[];
  readonly alternatives: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly copies: Readonly<Record<string, SchemaCopy>>;
  readonly maps: Readonly<Record<string, string>>;
  readonly pairs: string;
  readonly contents: Readonly<Record<string, string>>;
  readonly optional: readonly string[];
  readonly opaque: readonly string[];
  readonly operations: Readonly<Record<string, string>>;
  readonly stated: Readonly<Record<string, string>>;
  readonly security: JsonObject;
  readonly title: string;
}

/** A schema that has another name where some schemas use it. */
interface SchemaCopy {
  readonly of: string;
  readonly usedBy: readonly string[];
}

const schemaReferencePrefix = "#/components/schemas/";

/**
 * Returns the document for client generators, with the names, schemas and operation ids of a participant's
 * document, so that clients generated from either are compatible. Our own document is shorter and more
 * exact; its descriptions are kept. Throws a TypeError if a name is missing.
 */
export const clientDocument = (document: JsonObject, names: ClientDocumentNames): JsonObject =>
  new ClientDocument(document, names).createPublishedDocument();

class ClientDocument {
  readonly #document: JsonObject;
  readonly #names: ClientDocumentNames;
  readonly #schemas = new Map<string, JsonObject>();

  constructor(document: JsonObject, names: ClientDocumentNames) {
    this.#document = document;
    this.#names = names;
  }

  createPublishedDocument(): JsonObject {
    const { inlined, repeated, renamed, copies, opaque, security, title } = this.#names;
    const components = requireObject(this.#document["components"]);
    for (const [name, schema] of Object.entries(requireObject(components["schemas"]))) {
      if (inlined.includes(name) || repeated.includes(name) || opaque.includes(name)) continue;
      this.#defineSchema(renamed[name] ?? name, requireObject(schema), name);
    }
    for (const [name, { of }] of Object.entries(copies)) {
      this.#defineSchema(name, resolveJsonReference(this.#document, `${schemaReferencePrefix}${of}`), name);
    }
    const paths = Object.entries(requireObject(this.#document["paths"])).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(requireObject(item)).map(([method, operation]) => [
          method,
          this.#convertOperation(requireObject(operation), operationId(method, path)),
        ]),
      ),
    ]);
    return {
      ...this.#document,
      info: { ...requireObject(this.#document["info"]), title },
      security: Object.keys(security).map((name) => ({ [name]: [] })),
      paths: Object.fromEntries(paths) as JsonObject,
      components: {
        securitySchemes: security,
        schemas: Object.fromEntries([...this.#schemas].sort(compareNames)),
      },
    };
  }

  #convertOperation(operation: JsonObject, id: string): JsonObject {
    const own = requireText(operation["operationId"]);
    const { parameters, requestBody } = operation;
    return {
      ...operation,
      operationId: this.#names.operations[own] ?? id,
      ...(isList(parameters) && {
        parameters: parameters.map((parameter) => {
          const { schema, ...rest } = followReference(this.#document, requireObject(parameter));
          const { format } = followReference(this.#document, requireObject(schema));
          const type = requireObject(this.#convertType(requireObject(schema)));
          return { required: false, ...rest, schema: format === undefined ? type : { ...type, format } };
        }),
      }),
      ...(isObject(requestBody) && {
        requestBody: this.#convertContent(requestBody, `${own} request`),
      }),
      responses: Object.fromEntries(
        Object.entries(requireObject(operation["responses"])).map(([status, response]) => [
          status,
          this.#convertContent(requireObject(response), `${own} ${status}`, status),
        ]),
      ),
    };
  }

  /**
   * Returns a request body or a response; `of` is the key of its name. Of the media types of a response, keeps
   * only `text/plain` for status 400 and `application/json` for others; keeps all if that type is missing.
   */
  #convertContent(body: JsonObject, of: string, status?: string): JsonObject {
    const { content, ...rest } = followReference(this.#document, body);
    if (!isObject(content)) return rest;
    const wanted = status === "400" ? "text/plain" : "application/json";
    const all = Object.entries(content);
    const told = status !== undefined && wanted in content ? all.filter(([type]) => type === wanted) : all;
    const types = told.map(([type, media]) => [
      type,
      { ...requireObject(media), schema: this.#convertNamedSchema(requireObject(requireObject(media)["schema"]), of) },
    ]);
    return { ...rest, content: Object.fromEntries(types) as JsonObject };
  }

  #convertNamedSchema(schema: JsonObject, of: string): JsonValue {
    const name = this.#names.contents[of];
    if (name === undefined) return this.#convertType(schema);
    if (!this.#schemas.has(name)) this.#defineSchema(name, followReference(this.#document, schema), name);
    return createReference(name);
  }

  /**
   * Adds a schema. `user` is its key in the names: it selects the names of its alternatives, the copies that it
   * refers to, its optional fields and its stated types.
   */
  #defineSchema(name: string, schema: JsonObject, user: string): void {
    const { oneOf } = schema;
    // Register the schema before its parts, which may refer to it.
    this.#schemas.set(name, {});
    this.#schemas.set(
      name,
      isList(oneOf)
        ? { ...pickDescription(schema), oneOf: oneOf.map((each) => this.#convertAlternative(requireObject(each), user)) }
        : this.#toPlainSchema(schema, user),
    );
  }

  /** Returns an alternative `{Tag: …}`, with a named schema for its content. */
  #convertAlternative(alternative: JsonObject, choice: string): JsonObject {
    const [tag = "", content] = Object.entries(requireObject(alternative["properties"]))[0] ?? [];
    const name = this.#names.alternatives[choice]?.[tag] ?? tag;
    const schema = requireObject(content);
    const direct = schema["$ref"];
    const isOwn = direct === undefined || this.#isRepeated(requireText(direct));
    if (isOwn && !this.#schemas.has(name)) {
      const source = followReference(this.#document, schema);
      const value = isObject(source["properties"]) ? source["properties"]["value"] : undefined;
      this.#schemas.set(
        name,
        isObject(value)
          ? { type: "object", required: ["value"], properties: { value: this.#convertValue(tag, value) } }
          : this.#toPlainSchema(source, choice),
      );
    }
    const refersTo = isOwn ? createReference(name) : this.#convertType(schema);
    return { type: "object", required: [tag], properties: { [tag]: refersTo } };
  }

  #convertValue(tag: string, value: JsonObject): JsonValue {
    const target = value["$ref"];
    if (target === undefined || !this.#isRepeated(requireText(target))) return this.#convertType(value);
    const name = `${tag}1`;
    this.#defineSchema(name, followReference(this.#document, value), name);
    return createReference(name);
  }

  #isRepeated(target: string): boolean {
    return this.#names.repeated.includes(target.slice(schemaReferencePrefix.length));
  }

  /** Returns the schema for a use of a type. */
  #convertType(schema: JsonObject, user = ""): JsonValue {
    const { $ref, allOf, anyOf, additionalProperties, type, items } = schema;
    if ($ref !== undefined) return this.#convertReference(requireText($ref).slice(schemaReferencePrefix.length), user);
    if (isList(allOf)) return this.#convertType(requireObject(allOf[0]), user);
    if (isList(anyOf)) return this.#convertType(requireObject(anyOf.find((each) => !isNullSchema(each))), user);
    if (isObject(additionalProperties)) return this.#map(additionalProperties);
    if (type === "array" && isPairSchema(requireObject(items))) {
      this.#schemas.set(this.#names.pairs, {
        type: "array",
        maxItems: 2,
        minItems: 2,
        items: { type: "string" },
      });
      return { ...pickDescription(schema), type, items: createReference(this.#names.pairs) };
    }
    return this.#toPlainSchema(schema, user);
  }

  #convertReference(name: string, user: string): JsonValue {
    const { inlined, repeated, copies, renamed, opaque } = this.#names;
    if (opaque.includes(name)) return { type: "object" };
    if (inlined.includes(name) || repeated.includes(name)) {
      return this.#convertType(resolveJsonReference(this.#document, `${schemaReferencePrefix}${name}`), user);
    }
    const copy = Object.entries(copies).find(
      ([, { of, usedBy }]) => of === name && usedBy.includes(user),
    );
    return createReference(copy?.[0] ?? renamed[name] ?? name);
  }

  #map(elements: JsonObject): JsonValue {
    const element = this.#convertType(elements);
    const of = isObject(element) ? requireText(element["$ref"] ?? element["type"] ?? "") : "";
    const name = this.#names.maps[of.replace(schemaReferencePrefix, "")];
    if (name === undefined) throw new TypeError(`A map of ${of} has no name.`);
    this.#schemas.set(name, { type: "object", additionalProperties: element });
    return createReference(name);
  }

  /**
   * Returns a schema with only the properties that a participant's document has. Omits those that only our
   * document states: the formats `date-time` and `byte`, nullability, and the `x-decoding` rules. `user` is the
   * key of this schema in the names.
   */
  #toPlainSchema(schema: JsonObject, user: string): JsonObject {
    const { type, format, required, properties, items, enum: values, default: preset } = schema;
    return {
      ...pickDescription(schema),
      ...(type !== undefined && { type }),
      ...(format !== undefined && format !== "date-time" && format !== "byte" && { format }),
      ...(isList(required) && this.#selectRequired(required, user)),
      ...(values !== undefined && { enum: values }),
      ...(preset !== undefined && { default: preset }),
      ...(isObject(items) && { items: this.#convertType(items, user) }),
      ...(isObject(properties) && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, property]) => [
            name,
            this.#findStatedType(requireObject(property), `${user}.${name}`) ??
              this.#convertType(requireObject(property), user),
          ]),
        ),
      }),
    };
  }

  /**
   * Returns the wrong type that a participant's document states for a property; undefined if the document
   * states the type of the actual responses.
   */
  #findStatedType(property: JsonObject, name: string): JsonValue | undefined {
    const type = this.#names.stated[name];
    return type === undefined ? undefined : { ...pickDescription(property), type };
  }

  #selectRequired(required: readonly JsonValue[], user: string): JsonObject {
    const { optional } = this.#names;
    const named = required.filter((name) => !optional.includes(`${user}.${requireText(name)}`));
    return named.length === 0 ? {} : { required: named };
  }
}

/** Returns the operation id: `postV2CommandsAsyncSubmit` for `post /v2/commands/async/submit`. */
const operationId = (method: string, path: string): string => {
  const steps = path.split("/").map((step) => step.replace(/[{}]/g, "").toLowerCase());
  return method + steps.map((step) => step.slice(0, 1).toUpperCase() + step.slice(1)).join("");
};

const createReference = (name: string): JsonObject => ({ $ref: `${schemaReferencePrefix}${name}` });

const pickDescription = ({ description }: JsonObject): JsonObject =>
  description === undefined ? {} : { description };

const isNullSchema = (schema: JsonValue): boolean =>
  isObject(schema) && schema["$ref"] === `${schemaReferencePrefix}Null`;

const isPairSchema = ({ type, items }: JsonObject): boolean =>
  type === "array" && isObject(items) && items["type"] === "string";

const compareNames = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number =>
  left < right ? -1 : 1;
