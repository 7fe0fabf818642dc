/**
 * Returns the document with a JSON Merge Patch (RFC 7386) applied. The document itself is not
 * changed.
 */
export const applyMergePatch = (document: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const before = isObject(document) ? document : {};
  const changes = Object.entries(patch)
    .filter(([, change]) => change !== null)
    .map(([name, change]) => [name, applyMergePatch(before[name], change)]);
  const kept = Object.entries(before).filter(([name]) => patch[name] !== null);
  return Object.fromEntries([...kept, ...changes]);
};

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === "object" && json !== null && !Array.isArray(json);
