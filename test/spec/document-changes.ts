import { isObject, type Json, type JsonObject } from "../support/json.ts";
import { differences } from "./differences.ts";
import { openApiStructure } from "./openapi-structure.ts";

/** The changes of a newer OpenAPI document, one line per change. */
export interface DocumentChanges {
  /** Operations, fields, alternatives and constants, as spec/versions.yaml names them. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Operations that are deprecated only in the newer document. */
  readonly deprecated: readonly string[];
  readonly required: readonly string[];
  /** Fields whose type or format changed. */
  readonly changed: readonly string[];
  /** Operations and fields with another description. */
  readonly described: readonly string[];
}

/** Compares two OpenAPI documents of one API. */
export const documentChanges = (old: JsonObject, newer: JsonObject): DocumentChanges => {
  const found = [...differences(openApiStructure(newer), openApiStructure(old))].sort();
  const ending = (end: string) =>
    found.filter((line) => line.endsWith(end)).map((line) => line.slice(0, -end.length));
  const added = ending(": only ours");
  const removed = ending(": only theirs");
  const required = found.filter((line) => line.endsWith(" in ours only"));
  const told = new Set([
    ...added.map((line) => `${line}: only ours`),
    ...removed.map((line) => `${line}: only theirs`),
    ...required,
  ]);
  const deprecatedBefore = new Set(deprecatedIn(old));
  return {
    added,
    removed,
    deprecated: deprecatedIn(newer).filter((name) => !deprecatedBefore.has(name)),
    required: required.map((line) => line.replace(/ in ours only$/u, " in the newer document")),
    changed: found
      .filter((line) => !told.has(line))
      .map((line) => line.replace(/, theirs (.*)$/u, ", before $1")),
    described: otherwiseDescribed(old, newer),
  };
};

const operationsOf = (document: JsonObject): readonly (readonly [string, JsonObject])[] =>
  Object.entries(objectOf(document["paths"])).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, objectOf(operation)] as const,
    ),
  );

const deprecatedIn = (document: JsonObject): readonly string[] =>
  operationsOf(document)
    .filter(([, { deprecated }]) => deprecated === true)
    .map(([name]) => name);

const otherwiseDescribed = (old: JsonObject, newer: JsonObject): readonly string[] => {
  const before = descriptionsOf(old);
  return [...descriptionsOf(newer)].flatMap(([name, text]) => {
    const earlier = before.get(name);
    return earlier === undefined || earlier === text ? [] : [name];
  });
};

const descriptionsOf = (document: JsonObject): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const [name, { description }] of operationsOf(document)) note(found, name, description);
  const { schemas } = objectOf(document["components"]);
  for (const [name, schema] of Object.entries(objectOf(schemas))) {
    const { description, properties } = objectOf(schema);
    note(found, name, description);
    for (const [field, { description: about }] of Object.entries(objectOf(properties)).map(
      ([key, property]) => [key, objectOf(property)] as const,
    )) {
      note(found, `${name}.${field}`, about);
    }
  }
  return found;
};

const note = (found: Map<string, string>, name: string, description: Json | undefined): void => {
  if (typeof description === "string") found.set(name, description.trim());
};

const objectOf = (json: Json | undefined): JsonObject => (isObject(json) ? json : {});
