import { isObject, type JsonObject,type JsonValue } from "./json.ts";

/**
 * Returns the JSON Merge Patch (RFC 7386) that converts one document to another; undefined if they are
 * equal. Throws a TypeError if the target has a field with null, which such a patch cannot express.
 */
export const createMergePatch = (source: JsonObject, target: JsonObject): JsonObject | undefined => {
  const patch: Record<string, JsonValue> = {};
  for (const name of Object.keys(source)) if (!(name in target)) patch[name] = null;
  for (const [name, wanted] of Object.entries(target)) {
    if (wanted === null) throw new TypeError(`The field ${name} is null.`);
    const change = computeChange(source[name], wanted);
    if (change !== undefined) patch[name] = change;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
};

const computeChange = (source: JsonValue | undefined, target: JsonValue): JsonValue | undefined => {
  if (isObject(target)) return createMergePatch(isObject(source) ? source : {}, target) ?? emptyObjectPatch(source);
  return JSON.stringify(source) === JSON.stringify(target) ? undefined : target;
};

/** Returns an object in any case; without changes, an object must still exist. */
const emptyObjectPatch = (source: JsonValue | undefined): JsonObject | undefined =>
  isObject(source) ? undefined : {};
