import type { Party } from "../../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";

/**
 * Maximum number of prepared transactions with reading parties that a ledger remembers; the newest
 * ones.
 */
const maxRemembered = 10_000;

/** The reading parties of each ledger, by the UUID of a transaction. */
const remembered = new WeakMap<Ledger, Map<string, readonly Party[]>>();

/**
 * Records the parties that a prepared transaction reads as. The signed transaction does not contain
 * them, but the default response of its execution includes what these parties see (rules.yaml S7).
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

/**
 * Returns the reading parties of a transaction; none if another ledger prepared it, or if it is too
 * old.
 */
export const readersOf = (ledger: Ledger, transactionUuid: string): readonly Party[] =>
  remembered.get(ledger)?.get(transactionUuid) ?? [];
