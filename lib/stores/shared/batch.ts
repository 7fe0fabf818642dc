import { hashAfter } from "../../ledger/stores/text/journal-hash.ts";

/** An entry that waits to be written. */
export interface PendingEntry {
  readonly position: number;
  readonly text: string;
  /**
   * Called with false if another process wrote at the position, or the journal was restored
   * meanwhile.
   */
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Entries that are written together, atomically. */
export interface Batch {
  readonly entries: readonly PendingEntry[];
  /** Hash of the journal up to each entry. */
  readonly hashes: readonly string[];
}

/**
 * Returns a batch of entries with successive positions. `previous` is the hash of the journal
 * before them.
 */
export const batchOf = (entries: readonly PendingEntry[], previous: string): Batch => {
  const hashes: string[] = [];
  for (const { position, text } of entries) {
    hashes.push(hashAfter(hashes.at(-1) ?? previous, position, text));
  }
  return { entries, hashes };
};

const maxEntries = 1_000;
/** Maximum number of characters of the entries of a batch. */
const maxLength = 8 << 20;

/** Removes the entries of the next batch from the front of `pending`. */
export const takeBatch = (pending: PendingEntry[], previous: string): Batch => {
  let count = 0;
  let length = 0;
  for (const { text } of pending.slice(0, maxEntries)) {
    length += text.length;
    if (length > maxLength && count > 0) break;
    count++;
  }
  return batchOf(pending.splice(0, count), previous);
};
