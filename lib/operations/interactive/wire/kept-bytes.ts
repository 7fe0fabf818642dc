import type { TypeId } from "../../../base/identifiers/identifiers.ts";

/** Of so many types; few of them stand in a transaction very often. */
const mostKept = 256;

/** Keeps what is made of a type, in every record of it again. A pure function's results, so every ledger may share them. */
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
