export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export const isObject = (json: JsonValue | undefined): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json);

export const isList = (json: JsonValue | undefined): json is readonly JsonValue[] => Array.isArray(json);

/** Throws a TypeError if it is not an object. */
export const requireObject = (json: JsonValue | undefined): JsonObject => {
  if (isObject(json)) return json;
  throw new TypeError(`Expected an object, got ${JSON.stringify(json)}.`);
};

/** Throws a TypeError if it is not a string. */
export const requireText = (json: JsonValue | undefined): string => {
  if (typeof json === "string") return json;
  throw new TypeError(`Expected a string, got ${JSON.stringify(json)}.`);
};

/** Returns the node that a reference (`#/components/…`) names; an empty object if it does not exist. */
export const resolveJsonReference = (document: JsonObject, reference: string): JsonObject => {
  let node: JsonValue = document;
  for (const step of reference.split("/").slice(1)) node = requireObject(node)[step] ?? {};
  return requireObject(node);
};

/** Returns the node itself, or the node that it refers to. */
export const followReference = (document: JsonObject, node: JsonObject): JsonObject =>
  node["$ref"] === undefined ? node : resolveJsonReference(document, requireText(node["$ref"]));
