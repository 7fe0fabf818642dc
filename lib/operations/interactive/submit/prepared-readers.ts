import type { Party } from "../../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";

/**
 * Maximum number of prepared transactions whose reading parties a ledger remembers. It forgets the
 * oldest first.
 */
const maxRemembered = 10_000;

/** The reading parties of each ledger, by the UUID of a transaction. */
const readersByLedger = new WeakMap<Ledger, Map<string, readonly Party[]>>();

/**
 * Remembers the `readAs` parties of a prepare request. The signed transaction does not contain
 * them, but the default response of its execution shows what these parties see (rules.yaml S7).
 */
export const rememberPreparedReadAsParties = (
  ledger: Ledger,
  transactionUuid: string,
  readAs: readonly Party[],
): void => {
  if (readAs.length === 0) return;
  const readers = readersByLedger.get(ledger) ?? new Map<string, readonly Party[]>();
  readersByLedger.set(ledger, readers.set(transactionUuid, readAs));
  const [oldest] = readers.keys();
  if (readers.size > maxRemembered && oldest !== undefined) readers.delete(oldest);
};

/**
 * Returns the `readAs` parties of a prepared transaction; empty if another ledger prepared it, or
 * if the ledger has forgotten them.
 */
export const getPreparedReadAsParties = (
  ledger: Ledger,
  transactionUuid: string,
): readonly Party[] => readersByLedger.get(ledger)?.get(transactionUuid) ?? [];
