import { createDamagedStoreError } from "../../ledger/stores/store-errors.ts";
import { computeJournalHash } from "../../ledger/stores/text/journal-hash.ts";

/** An entry as it is stored, with the hash of the journal up to it. */
export interface StoredJournalEntry {
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
): StoredJournalEntry => ({
  position,
  hash,
  text,
  compacted: computeJournalHash(hash, position, text),
});

/**
 * Raises SERVICE_NOT_RUNNING if the entry was changed. `previous` is the hash of the journal before
 * it; undefined for the entry that a compacted journal begins with.
 */
export const assertStoredEntryUnchanged = (
  { position, hash, text, compacted }: StoredJournalEntry,
  previous: string | undefined,
): void => {
  const isIntact =
    compacted === undefined
      ? previous !== undefined && computeJournalHash(previous, position, text) === hash
      : computeJournalHash(hash, position, text) === compacted;
  if (!isIntact) throw createDamagedStoreError(`entry ${position} was changed`);
};
