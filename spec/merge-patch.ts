import { isObject, type Json, type JsonObject } from "./json.ts";

/**
 * Returns the JSON Merge Patch (RFC 7386) that converts one document to another; undefined if they are
 * equal. Throws a TypeError if the target has a field with null, which such a patch cannot express.
 */
export const mergePatch = (source: JsonObject, target: JsonObject): JsonObject | undefined => {
  const patch: Record<string, Json> = {};
  for (const name of Object.keys(source)) if (!(name in target)) patch[name] = null;
  for (const [name, wanted] of Object.entries(target)) {
    if (wanted === null) throw new TypeError(`The field ${name} is null.`);
    const change = changeOf(source[name], wanted);
    if (change !== undefined) patch[name] = change;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
};

const changeOf = (source: Json | undefined, target: Json): Json | undefined => {
  if (isObject(target)) return mergePatch(isObject(source) ? source : {}, target) ?? whole(source);
  return JSON.stringify(source) === JSON.stringify(target) ? undefined : target;
};

/** Returns an object in any case; without changes, an object must still exist. */
const whole = (source: Json | undefined): JsonObject | undefined =>
  isObject(source) ? undefined : {};
