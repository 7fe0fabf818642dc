import { isObject, type Json, type JsonObject } from "./json.ts";

/**
 * The JSON Merge Patch (RFC 7386) that makes one document of another; undefined where they are equal. Throws a TypeError
 * where the target has a null as a field, which such a patch cannot say.
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

/** Where nothing is to be changed, an object must be there nonetheless. */
const whole = (source: Json | undefined): JsonObject | undefined =>
  isObject(source) ? undefined : {};
