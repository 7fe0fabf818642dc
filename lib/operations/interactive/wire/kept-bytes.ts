import type { TypeId } from "../../../base/identifiers/identifiers.ts";

/**
 * Maximum number of cached types. Transactions usually have few types, each of which occurs often.
 */
const maxCachedTypes = 256;

/**
 * Returns a function that calls `make` for a type id and caches the result. All ledgers share the
 * cache, so `make` must be pure.
 */
export const memoizeBytesByType = (
  make: (id: TypeId) => Uint8Array,
): ((id: TypeId) => Uint8Array) => {
  const cache = new Map<TypeId, Uint8Array>();
  return (id) => {
    const known = cache.get(id);
    if (known !== undefined) return known;
    const made = make(id);
    if (cache.size >= maxCachedTypes) cache.clear();
    cache.set(id, made);
    return made;
  };
};
