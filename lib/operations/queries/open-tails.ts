import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";

/** A stream that follows a ledger, and how far its reader got. */
export interface OpenTail {
  /** Everything up to this offset was handed to the reader, which asked for more. */
  delivered: Offset;
}

const tailsByLedger = new WeakMap<Ledger, Set<OpenTail>>();

/** Returns the open streams of a ledger; always the same set. */
export const openTailsOf = (ledger: Ledger): Set<OpenTail> => {
  const known = tailsByLedger.get(ledger);
  if (known !== undefined) return known;
  const tails = new Set<OpenTail>();
  tailsByLedger.set(ledger, tails);
  return tails;
};

/** Returns true if one of the streams has not handed everything up to the offset to its reader. */
export const isSomeTailBehind = (tails: ReadonlySet<OpenTail>, offset: Offset): boolean => {
  for (const { delivered } of tails) if (delivered < offset) return true;
  return false;
};
