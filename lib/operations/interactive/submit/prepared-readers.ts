import type { Party } from "../../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";

/** How many prepared transactions with reading parties a ledger remembers, the newest. */
const maxRemembered = 10_000;

/** By the UUID of a transaction, for each ledger. */
const remembered = new WeakMap<Ledger, Map<string, readonly Party[]>>();

/**
 * Remembers as whom a transaction that was prepared here reads: what is signed does not say it, and who
 * executes it is shown by default what those parties see, too (rules.yaml S7).
 */
export const rememberReaders = (
  ledger: Ledger,
  transactionUuid: string,
  readAs: readonly Party[],
): void => {
  if (readAs.length === 0) return;
  const readers = remembered.get(ledger) ?? new Map<string, readonly Party[]>();
  remembered.set(ledger, readers.set(transactionUuid, readAs));
  const [oldest] = readers.keys();
  if (readers.size > maxRemembered && oldest !== undefined) readers.delete(oldest);
};

/** None for what was prepared elsewhere, or too long ago. */
export const readersOf = (ledger: Ledger, transactionUuid: string): readonly Party[] =>
  remembered.get(ledger)?.get(transactionUuid) ?? [];
