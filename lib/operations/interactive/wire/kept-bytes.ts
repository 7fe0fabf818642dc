import type { TypeId } from "../../../base/identifiers/identifiers.ts";

/** Maximum number of cached types. A transaction usually has few types, but often. */
const mostKept = 256;

/**
 * Returns a function that caches the result of `make` per type. `make` must be pure, so that all
 * ledgers may share its results.
 */
export const keptBytes = (make: (id: TypeId) => Uint8Array): ((id: TypeId) => Uint8Array) => {
  const kept = new Map<TypeId, Uint8Array>();
  return (id) => {
    const known = kept.get(id);
    if (known !== undefined) return known;
    const made = make(id);
    if (kept.size >= mostKept) kept.clear();
    kept.set(id, made);
    return made;
  };
};
