import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";

/** The progress of an open stream that follows a ledger. */
export interface LiveStreamProgress {
  /** The reader has processed all items up to this offset and asked for more. */
  delivered: Offset;
}

const tailsByLedger = new WeakMap<Ledger, Set<LiveStreamProgress>>();

/** Returns the open streams of a ledger; always the same set. */
export const getLiveStreams = (ledger: Ledger): Set<LiveStreamProgress> => {
  const known = tailsByLedger.get(ledger);
  if (known !== undefined) return known;
  const tails = new Set<LiveStreamProgress>();
  tailsByLedger.set(ledger, tails);
  return tails;
};

/**
 * Returns true if the reader of at least one stream has not processed all items up to the offset.
 */
export const isAnyLiveStreamBehind = (
  tails: ReadonlySet<LiveStreamProgress>,
  offset: Offset,
): boolean => {
  for (const { delivered } of tails) if (delivered < offset) return true;
  return false;
};
