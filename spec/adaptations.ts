import { operationsOf } from "./decoding-definition.ts";
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

/**
 * Differences in the fields of a version's messages from those that the ledger reads and writes;
 * `Thing.field` names a field.
 */
export interface FieldChanges {
  /** Fields that do not exist: omitted in answers and ignored in requests. */
  readonly omitted: readonly string[];
  /** Fields of answers that repeat another field of the same record. */
  readonly repeated: Readonly<Record<string, string>>;
  /** Objects in answers that are written as texts. */
  readonly asText: readonly string[];
}

/**
 * Returns the positions of changed fields: from the body of each operation along the fields that lead to
 * them. A position is the name of a schema, `{items}`, `{entries}`, or a record. A record lists its
 * changes, and its `fields` that are positions again. Returns undefined if no message has such a field.
 */
export const adaptations = (document: JsonObject, changes: FieldChanges): JsonObject | undefined => {
  const requests = new Places(document, { omitted: changes.omitted, repeated: {}, asText: [] });
  const answers = new Places(document, changes);
  for (const operation of operationsOf(document)) {
    const { operationId, requestBody, responses } = operation;
    const { "200": ok, "201": created } = asObject(responses);
    requests.add(asText(operationId), requestBody);
    answers.add(asText(operationId), ok ?? created);
  }
  if (requests.isEmpty && answers.isEmpty) return undefined;
  return { requests: requests.found, answers: answers.found };
};

class Places {
  readonly #document: JsonObject;
  readonly #changes: FieldChanges;
  /** The schemas that contain a change or lead to one. */
  readonly #leading: ReadonlySet<string>;
  readonly #operations: Record<string, Json> = {};
  readonly #schemas: Record<string, JsonObject> = {};

  constructor(document: JsonObject, changes: FieldChanges) {
    this.#document = document;
    this.#changes = changes;
    this.#leading = this.#findLeading();
  }

  get isEmpty(): boolean {
    return Object.keys(this.#operations).length === 0;
  }

  get found(): JsonObject {
    return { operations: this.#operations, schemas: this.#schemas };
  }

  add(operationId: string, body: Json | undefined): void {
    if (!isObject(body)) return;
    const { content } = dereferenced(this.#document, body);
    const media = isObject(content) ? content["application/json"] : undefined;
    const place = isObject(media) ? this.#place(asObject(media["schema"])) : undefined;
    if (place !== undefined) this.#operations[operationId] = place;
  }

  #place(schema: JsonObject): Json | undefined {
    const { $ref: reference, anyOf, allOf, items, additionalProperties } = schema;
    if (typeof reference === "string") return this.#referred(reference);
    const alternatives = anyOf ?? allOf;
    if (isList(alternatives)) return this.#place(asObject(alternatives[0]));
    if (isObject(items)) return wrapped("items", this.#place(items));
    if (isObject(additionalProperties)) return wrapped("entries", this.#place(additionalProperties));
    const record = this.#record(schema, "");
    return Object.keys(record).length === 0 ? undefined : record;
  }

  #referred(reference: string): Json | undefined {
    const name = nameIn(reference);
    if (!this.#leading.has(name)) return undefined;
    if (this.#schemas[name] === undefined) {
      // Register the schema before its parts, which may refer to it.
      this.#schemas[name] = {};
      this.#schemas[name] = this.#record(resolve(this.#document, reference), name);
    }
    return name;
  }

  #record(schema: JsonObject, name: string): JsonObject {
    const alternatives = isList(schema["oneOf"]) ? schema["oneOf"].map(asObject) : [schema];
    const fields = alternatives.flatMap(({ properties }) =>
      Object.entries(isObject(properties) ? properties : {}).flatMap(([field, property]) => {
        const place = this.#place(asObject(property));
        return place === undefined ? [] : [[field, place] as const];
      }),
    );
    return {
      ...this.#changesOf(name),
      ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    };
  }

  #changesOf(name: string): JsonObject {
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
    const schemas = Object.entries(asObject(asObject(this.#document["components"])["schemas"]));
    const leading = new Set<string>();
    for (let known = -1; known < leading.size;) {
      known = leading.size;
      for (const [name, schema] of schemas) {
        const isChanged = Object.keys(this.#changesOf(name)).length > 0;
        if (isChanged || referencesIn(schema).some((other) => leading.has(other))) leading.add(name);
      }
    }
    return leading;
  }
}

const wrapped = (kind: "items" | "entries", place: Json | undefined): Json | undefined =>
  place === undefined ? undefined : { [kind]: place };

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

const referencesIn = (json: Json): readonly string[] => {
  if (isList(json)) return json.flatMap(referencesIn);
  if (!isObject(json)) return [];
  const { $ref: reference, ...others } = json;
  const inside = Object.values(others).flatMap(referencesIn);
  return typeof reference === "string" ? [nameIn(reference), ...inside] : inside;
};
