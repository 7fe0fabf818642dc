import { nextTurn } from "../../../base/scheduling/next-turn.ts";
import { hexDigestOf } from "../../../base/values/digest.ts";
import { sha256 } from "../../../base/values/sha256.ts";
import { slicesOf, Turn } from "./slices.ts";

/** The hash of an empty journal. */
export const emptyHash = "0".repeat(64);

/**
 * The hash of a journal whose last entry is this one, by the hash of what came before: SHA-256 in 64 lowercase hex
 * digits. It tells a changed, missing, added or moved entry, and two journals of one hash are the same.
 */
export const hashAfter = (before: string, position: number, entry: string): string =>
  hexDigestOf(utf8.encode(`${before} ${position} ${entry}`));

/** The same, in turns where the entry is large. */
export const hashAfterInTurns = (
  before: string,
  position: number,
  entry: string,
): Promise<string> => hashAfterPieces(before, position, slicesOf(entry));

/** The same of an entry in pieces, in turns. */
export const hashAfterPieces = async (
  before: string,
  position: number,
  pieces: Iterable<string>,
): Promise<string> => {
  const growing = sha256.begin();
  growing.add(utf8.encode(`${before} ${position} `));
  const turn = new Turn();
  for (const piece of pieces) {
    growing.add(utf8.encode(piece));
    if (turn.isOverAfter(piece)) await nextTurn();
  }
  return growing.hex();
};

const utf8 = new TextEncoder();
