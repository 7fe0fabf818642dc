import { hashAfter } from "../../ledger/stores/text/journal-hash.ts";
import { damaged } from "../kept/errors.ts";
import type { Row } from "./database.ts";

/** An entry as it is kept, with the hash of the journal up to there. */
export interface KeptEntry {
  readonly position: number;
  readonly hash: string;
  readonly text: string;
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
  const { position, hash, entry, compacted } = row;
  if (Number(position) !== expected) throw damaged(`entry ${expected} is missing`);
  const kept = { position: expected, hash: String(hash), text: String(entry) };
  if (isWhole(kept, before) || isCompacted(kept, compacted)) return kept;
  throw damaged(`entry ${expected} is not what was written`);
};

const isWhole = ({ position, hash, text }: KeptEntry, before: string | undefined): boolean =>
  before !== undefined && hashAfter(before, position, text) === hash;

const isCompacted = ({ position, hash, text }: KeptEntry, compacted: unknown): boolean =>
  typeof compacted === "string" && compactedHash(position, hash, text) === compacted;

/** Of an entry that others were compacted into: the hash is of those, so what it says has one of its own. */
export const compactedHash = (position: number, hash: string, text: string): string =>
  hashAfter(hash, position, text);
