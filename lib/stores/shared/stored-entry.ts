import { damagedStoreError } from "../../ledger/stores/store-errors.ts";
import { hashAfter } from "../../ledger/stores/text/journal-hash.ts";

/** An entry as it is stored, with the hash of the journal up to it. */
export interface StoredEntry {
  readonly position: number;
  readonly hash: string;
  readonly text: string;
  /**
   * Hash of a compacted entry. Its `hash` is the one of the entries that it replaces, so that the
   * hashes of later entries stay valid.
   */
  readonly compacted?: string | undefined;
}

/**
 * Returns the compacted entry that replaces all entries up to `position`. `hash` is the hash of the
 * journal at that position.
 */
export const createCompactedEntry = (
  position: number,
  hash: string,
  text: string,
): StoredEntry => ({
  position,
  hash,
  text,
  compacted: hashAfter(hash, position, text),
});

/**
 * Raises SERVICE_NOT_RUNNING if the entry was changed. `previous` is the hash of the journal before
 * it; undefined for the entry that a compacted journal begins with.
 */
export const assertIntact = (
  { position, hash, text, compacted }: StoredEntry,
  previous: string | undefined,
): void => {
  const isIntact =
    compacted === undefined
      ? previous !== undefined && hashAfter(previous, position, text) === hash
      : hashAfter(hash, position, text) === compacted;
  if (!isIntact) throw damagedStoreError(`entry ${position} was changed`);
};
