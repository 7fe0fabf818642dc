import { yieldToEventLoop } from "../../../base/scheduling/yield-to-event-loop.ts";
import { hexDigestOf, sha256 } from "../../../base/values/digest.ts";
import { slicesOf, Turn } from "./slices.ts";

/** The hash of an empty journal. */
export const emptyHash = "0".repeat(64);

/**
 * Returns the hash of a journal that ends in this entry, from the hash of the journal before:
 * SHA-256 as 64 lowercase hex digits. A changed, missing, added or moved entry changes it; journals
 * with the same hash are equal.
 */
export const hashAfter = (before: string, position: number, entry: string): string =>
  hexDigestOf(utf8.encode(`${before} ${position} ${entry}`));

/** Like {@link hashAfter}, but yields to the event loop if the entry is large. */
export const hashAfterInTurns = (
  before: string,
  position: number,
  entry: string,
): Promise<string> => hashAfterPieces(before, position, slicesOf(entry));

/** Like {@link hashAfterInTurns}, for an entry in pieces. */
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
    if (turn.isOverAfter(piece)) await yieldToEventLoop();
  }
  return growing.hex();
};

const utf8 = new TextEncoder();
