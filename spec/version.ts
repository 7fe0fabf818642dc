import { asObject, asText, isObject, type Json, type JsonObject } from "./json.ts";

/** The document without the operations and schemas that came with later versions than its own. */
export const ofItsVersion = (document: JsonObject): JsonObject => {
  const version = asText(asObject(document["info"])["version"]);
  const isThere = (part: Json | undefined): boolean =>
    !isObject(part) || part["x-since"] === undefined || !isBefore(version, asText(part["x-since"]));
  const kept = (parts: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(parts).filter(([, part]) => isThere(part)));
  const paths = Object.entries(asObject(document["paths"]))
    .map(([path, item]) => [path, kept(asObject(item))] as const)
    .filter(([, item]) => Object.keys(item).length > 0);
  const components = asObject(document["components"]);
  const schemas = kept(asObject(components["schemas"]));
  return { ...document, paths: Object.fromEntries(paths), components: { ...components, schemas } };
};

/** Of versions such as `3.5.1` and `3.6`, by their numbers. */
const isBefore = (left: string, right: string): boolean => {
  const [rightNumbers, leftNumbers] = [right, left].map((version) => version.split(".").map(Number));
  for (const [index, number] of (rightNumbers ?? []).entries()) {
    const other = leftNumbers?.[index] ?? 0;
    if (other !== number) return other < number;
  }
  return false;
};
