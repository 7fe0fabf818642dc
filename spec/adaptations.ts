import { listOperations } from "./decoding-definition.ts";
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

/**
 * How the fields of the messages in one API version differ from the fields that the ledger reads
 * and writes. A field is written as `Thing.field`.
 */
export interface VersionFieldDifferences {
  /** Fields that do not exist: omitted in answers and ignored in requests. */
  readonly omitted: readonly string[];
  /** Fields of answers that repeat another field of the same record. */
  readonly repeated: Readonly<Record<string, string>>;
  /** Objects in answers that are written as texts. */
  readonly asText: readonly string[];
}

/**
 * Returns where the changed fields are, as a tree for the body of each operation. A tree contains
 * only the changed fields and the fields on the way to them. A node is the name of a schema,
 * `{items}`, `{entries}`, or a record. A record has its own changes, and `fields`, whose values are
 * nodes too. Returns undefined if no message has a changed field.
 */
export const collectApiFieldAdaptations = (
  document: JsonObject,
  changes: VersionFieldDifferences,
): JsonObject | undefined => {
  const requests = new DifferenceCollector(document, { omitted: changes.omitted, repeated: {}, asText: [] });
  const answers = new DifferenceCollector(document, changes);
  for (const operation of listOperations(document)) {
    const { operationId, requestBody, responses } = operation;
    const { "200": ok, "201": created } = requireObject(responses);
    requests.add(requireText(operationId), requestBody);
    answers.add(requireText(operationId), ok ?? created);
  }
  if (requests.isEmpty && answers.isEmpty) return undefined;
  return { requests: requests.toJson, answers: answers.toJson };
};

class DifferenceCollector {
  readonly #document: JsonObject;
  readonly #changes: VersionFieldDifferences;
  /** The schemas that contain a change or lead to one. */
  readonly #leading: ReadonlySet<string>;
  readonly #operations: Record<string, JsonValue> = {};
  readonly #schemas: Record<string, JsonObject> = {};

  constructor(document: JsonObject, changes: VersionFieldDifferences) {
    this.#document = document;
    this.#changes = changes;
    this.#leading = this.#findLeading();
  }

  get isEmpty(): boolean {
    return Object.keys(this.#operations).length === 0;
  }

  get toJson(): JsonObject {
    return { operations: this.#operations, schemas: this.#schemas };
  }

  add(operationId: string, body: JsonValue | undefined): void {
    if (!isObject(body)) return;
    const { content } = followReference(this.#document, body);
    const media = isObject(content) ? content["application/json"] : undefined;
    const place = isObject(media) ? this.#findPlace(requireObject(media["schema"])) : undefined;
    if (place !== undefined) this.#operations[operationId] = place;
  }

  #findPlace(schema: JsonObject): JsonValue | undefined {
    const { $ref: reference, anyOf, allOf, items, additionalProperties } = schema;
    if (typeof reference === "string") return this.#findReferredPlace(reference);
    const alternatives = anyOf ?? allOf;
    if (isList(alternatives)) return this.#findPlace(requireObject(alternatives[0]));
    if (isObject(items)) return wrapDifference("items", this.#findPlace(items));
    if (isObject(additionalProperties)) return wrapDifference("entries", this.#findPlace(additionalProperties));
    const record = this.#findRecordPlace(schema, "");
    return Object.keys(record).length === 0 ? undefined : record;
  }

  #findReferredPlace(reference: string): JsonValue | undefined {
    const name = readSchemaName(reference);
    if (!this.#leading.has(name)) return undefined;
    if (this.#schemas[name] === undefined) {
      // Register the schema before its parts, which may refer to it.
      this.#schemas[name] = {};
      this.#schemas[name] = this.#findRecordPlace(resolveJsonReference(this.#document, reference), name);
    }
    return name;
  }

  #findRecordPlace(schema: JsonObject, name: string): JsonObject {
    const alternatives = isList(schema["oneOf"]) ? schema["oneOf"].map(requireObject) : [schema];
    const fields = alternatives.flatMap(({ properties }) =>
      Object.entries(isObject(properties) ? properties : {}).flatMap(([field, property]) => {
        const place = this.#findPlace(requireObject(property));
        return place === undefined ? [] : [[field, place] as const];
      }),
    );
    return {
      ...this.#selectChanges(name),
      ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    };
  }

  #selectChanges(name: string): JsonObject {
    const { omitted, repeated, asText: texts } = this.#changes;
    const own = (fields: readonly string[]): readonly string[] =>
      fields.flatMap((field) => (field.startsWith(`${name}.`) ? [field.slice(name.length + 1)] : []));
    const copies = own(Object.keys(repeated)).map((field) => [field, repeated[`${name}.${field}`]]);
    return {
      ...(own(omitted).length > 0 && { omitted: own(omitted) }),
      ...(copies.length > 0 && { repeated: Object.fromEntries(copies) as JsonObject }),
      ...(own(texts).length > 0 && { asText: own(texts) }),
    };
  }

  #findLeading(): ReadonlySet<string> {
    const schemas = Object.entries(requireObject(requireObject(this.#document["components"])["schemas"]));
    const leading = new Set<string>();
    for (let known = -1; known < leading.size;) {
      known = leading.size;
      for (const [name, schema] of schemas) {
        const isChanged = Object.keys(this.#selectChanges(name)).length > 0;
        if (isChanged || listReferences(schema).some((other) => leading.has(other))) leading.add(name);
      }
    }
    return leading;
  }
}

const wrapDifference = (kind: "items" | "entries", place: JsonValue | undefined): JsonValue | undefined =>
  place === undefined ? undefined : { [kind]: place };

const readSchemaName = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

const listReferences = (json: JsonValue): readonly string[] => {
  if (isList(json)) return json.flatMap(listReferences);
  if (!isObject(json)) return [];
  const { $ref: reference, ...others } = json;
  const inside = Object.values(others).flatMap(listReferences);
  return typeof reference === "string" ? [readSchemaName(reference), ...inside] : inside;
};
