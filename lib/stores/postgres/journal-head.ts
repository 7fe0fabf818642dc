import { changed, damaged, missing } from "../../ledger/stores/store-errors.ts";
import { emptyHash, hashAfter } from "../../ledger/stores/text/journal-hash.ts";
import type { Row } from "./database.ts";

/** The end of the journal, as far as a process knows it. */
export interface JournalHead {
  /** Number of restores and compactions so far. */
  readonly revision: number;
  /** The revision of the last restore. */
  readonly restored: number;
  /** Position of the first entry. */
  readonly first: number;
  readonly position: number;
  /** Hash of the journal up to the position. */
  readonly hash: string;
}

/** Returns the head from a row of the statement `tail`. */
export const readHead = (row: Row | undefined): JournalHead => {
  if (row === undefined) throw damaged("the table head is empty");
  return {
    revision: Number(row["revision"]),
    restored: Number(row["restored"]),
    first: Number(row["first"] ?? 1),
    position: Number(row["end"] ?? 0),
    hash: hashIn(row["end_hash"]),
  };
};

/** Returns the hash in a column; null means that the journal is empty. */
export const hashIn = (value: unknown): string => (typeof value === "string" ? value : emptyHash);

/** An entry of the journal, with the hash of the journal up to it. */
export interface StoredEntry {
  readonly position: number;
  readonly hash: string;
  readonly text: string;
}

/**
 * Reads the entry at a position from a row. `previous` is the hash of the journal before it;
 * undefined for the entry that a compacted journal begins with: its column `hash` has the hash of
 * the compacted entries, so that the hashes of later entries stay valid. Raises SERVICE_NOT_RUNNING if the entry is missing or was changed.
 */
export const readEntry = (
  row: Row | undefined,
  position: number,
  previous: string | undefined,
): StoredEntry => {
  if (row === undefined || Number(row["position"]) !== position) throw missing(position);
  const [hash, text] = [String(row["hash"]), String(row["entry"])];
  const isIntact =
    typeof row["compacted"] === "string"
      ? hashAfter(hash, position, text) === row["compacted"]
      : previous !== undefined && hashAfter(previous, position, text) === hash;
  if (!isIntact) throw changed(position);
  return { position, hash, text };
};

/** A point of a journal in a database. */
export interface JournalPoint {
  readonly position: number;
  readonly revision: number;
}
