import type { JsonValue } from "../../lib/index.ts";

export type Json = JsonValue;
export type JsonObject = Extract<Json, Readonly<Record<string, Json>>>;

export const isList = (json: Json | undefined): json is readonly Json[] => Array.isArray(json);

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === "object" && json !== null && !isList(json);

/** Throws a TypeError if the value is not an object. */
export const asObject = (json: Json | undefined): JsonObject => {
  if (isObject(json)) return json;
  throw new TypeError(`Expected an object, got ${JSON.stringify(json)}.`);
};

/** Throws a TypeError if the value is not a string. */
export const asText = (json: Json | undefined): string => {
  if (typeof json === "string") return json;
  throw new TypeError(`Expected a string, got ${JSON.stringify(json)}.`);
};
