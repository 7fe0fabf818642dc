import type { ClassicLevel } from "classic-level";

import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { findBranch, type JournalPath } from "../shared/branch-history.ts";
import type { JournalEnd } from "../shared/queued-journal.ts";
import { addTextChecksum, endKey, entryKey, readEntryHash } from "./records.ts";

/** A change in a database. */
export interface DatabaseChange {
  readonly type: "put";
  readonly key: string;
  readonly value: string;
}

/** The methods of LevelDB that the store uses. */
export interface LevelDatabase extends Pick<
  ClassicLevel,
  "location" | "get" | "getSync" | "getMany" | "iterator" | "compactRange" | "close"
> {
  batch(changes: DatabaseChange[], options: { readonly sync: boolean }): Promise<void>;
}

/**
 * Records the end of the journal in the archive's database, because LevelDB silently drops the end
 * of a log that it cannot read. The record is only written for durable entries and may be older
 * than the journal, so no write waits for it.
 */
export const recordEnd = async (
  archive: Pick<LevelDatabase, "batch">,
  { generation, position, hash }: JournalEnd,
): Promise<void> => {
  const value = addTextChecksum(endKey, JSON.stringify({ generation, position, hash }));
  // After a failed write, the record is older than the journal, as after a crash.
  await archive
    .batch([{ type: "put", key: endKey, value }], { sync: false })
    .catch(() => undefined);
};

/** Returns the hash of a journal up to a position; undefined if the entry is missing. */
export const readJournalHash = async (
  database: Pick<LevelDatabase, "get">,
  { path }: JournalPath,
  position: number,
): Promise<string | undefined> => {
  if (position === 0) return emptyHash;
  const branch = findBranch(path, position);
  const value = branch === undefined ? undefined : await database.get(entryKey(branch, position));
  return value === undefined ? undefined : readEntryHash(value);
};
