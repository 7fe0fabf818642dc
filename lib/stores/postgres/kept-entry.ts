import { hashAfter, hashAfterInTurns } from "../../ledger/stores/text/journal-hash.ts";
import { changed, damaged } from "../kept/errors.ts";
import type { Row } from "./database.ts";

/** An entry as it is kept, with the hash of the journal up to there. */
export interface KeptEntry {
  readonly position: number;
  readonly hash: string;
  readonly text: string;
  /** The hash of the entry itself, where it stands for all that came before. */
  readonly compacted?: string;
}

/**
 * What a row holds at the position that is expected, behind a journal of the hash `before`, which is undefined for what
 * begins one. Raises LEDGER_API_INTERNAL_ERROR for what was changed.
 */
export const readKeptEntry = (
  row: Row,
  expected: number,
  before: string | undefined,
): KeptEntry => {
  const kept = keptIn(row, expected);
  if (before !== undefined && hashAfter(before, expected, kept.text) === kept.hash) return kept;
  throw changed(expected);
};

/** The same, of an entry that may be one that others were compacted into; in turns, as that may be large. */
export const readKeptEntryInTurns = async (
  row: Row,
  expected: number,
  before: string | undefined,
): Promise<KeptEntry> => {
  const { compacted } = row;
  if (typeof compacted !== "string") return readKeptEntry(row, expected, before);
  const kept = keptIn(row, expected);
  if ((await compactedHash(expected, kept.hash, kept.text)) === compacted) {
    return { ...kept, compacted };
  }
  throw changed(expected);
};

const keptIn = ({ position, hash, entry }: Row, expected: number): KeptEntry => {
  if (Number(position) !== expected) throw damaged(`entry ${expected} is missing`);
  return { position: expected, hash: String(hash), text: String(entry) };
};

/** Of an entry that others were compacted into: the hash is of those, so what it says has one of its own. */
export const compactedHash = (position: number, hash: string, text: string): Promise<string> =>
  hashAfterInTurns(hash, position, text);
