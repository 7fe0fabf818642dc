export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json);

export const isList = (json: Json | undefined): json is readonly Json[] => Array.isArray(json);

/** Throws a TypeError when it is no object. */
export const asObject = (json: Json | undefined): JsonObject => {
  if (isObject(json)) return json;
  throw new TypeError(`Expected an object, got ${JSON.stringify(json)}.`);
};

/** Throws a TypeError when it is no string. */
export const asText = (json: Json | undefined): string => {
  if (typeof json === "string") return json;
  throw new TypeError(`Expected a string, got ${JSON.stringify(json)}.`);
};

/** What a reference within a document (`#/components/…`) names; empty when it names nothing. */
export const resolve = (document: JsonObject, reference: string): JsonObject => {
  let node: Json = document;
  for (const step of reference.split("/").slice(1)) node = asObject(node)[step] ?? {};
  return asObject(node);
};

/** The node itself, or what it refers to. */
export const dereferenced = (document: JsonObject, node: JsonObject): JsonObject =>
  node["$ref"] === undefined ? node : resolve(document, asText(node["$ref"]));
