import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";

/** A stream that follows a ledger, and how far its reader got. */
export interface OpenTail {
  /** Everything up to this offset was handed to the reader, which asked for more. */
  delivered: Offset;
}

const tails = new WeakMap<Ledger, Set<OpenTail>>();

/** Registers a stream that begins after `delivered`, until {@link closeTail}. */
export const openTail = (ledger: Ledger, delivered: Offset): OpenTail => {
  const tail = { delivered };
  const open = tails.get(ledger);
  if (open === undefined) tails.set(ledger, new Set([tail]));
  else open.add(tail);
  return tail;
};

export const closeTail = (ledger: Ledger, tail: OpenTail): void => {
  tails.get(ledger)?.delete(tail);
};

/** Returns true if some open stream of the ledger has not handed everything up to the offset to its reader. */
export const isSomeTailBehind = (ledger: Ledger, offset: Offset): boolean => {
  for (const { delivered } of tails.get(ledger) ?? []) if (delivered < offset) return true;
  return false;
};
