import type { ClassicLevel } from "classic-level";

import { emptyJournalHash } from "../../ledger/stores/text/journal-hash.ts";
import { findJournalBranch, type JournalBranchPath } from "../shared/branch-history.ts";
import type { JournalEnd } from "../shared/queued-journal.ts";
import {
  addTextChecksum,
  formatJournalEntryKey,
  journalEndKey,
  parseJournalEntryHash,
} from "./records.ts";

/** A change in a database. */
export interface DatabaseChange {
  readonly type: "put";
  readonly key: string;
  readonly value: string;
}

/** The methods of LevelDB that the store uses. */
export interface LevelDbDatabase extends Pick<
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
export const recordJournalEnd = async (
  archive: Pick<LevelDbDatabase, "batch">,
  { generation, position, hash }: JournalEnd,
): Promise<void> => {
  const value = addTextChecksum(journalEndKey, JSON.stringify({ generation, position, hash }));
  // After a failed write, the record is older than the journal, as after a crash.
  await archive
    .batch([{ type: "put", key: journalEndKey, value }], { sync: false })
    .catch(() => undefined);
};

/** Returns the hash of a journal up to a position; undefined if the entry is missing. */
export const readJournalHash = async (
  database: Pick<LevelDbDatabase, "get">,
  { path }: JournalBranchPath,
  position: number,
): Promise<string | undefined> => {
  if (position === 0) return emptyJournalHash;
  const branch = findJournalBranch(path, position);
  const value =
    branch === undefined ? undefined : await database.get(formatJournalEntryKey(branch, position));
  return value === undefined ? undefined : parseJournalEntryHash(value);
};
