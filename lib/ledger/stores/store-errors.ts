import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";

/**
 * Returns the error for damaged data. Clients see the reason, because only an operator can repair
 * the store, and it must not look like a bug.
 */
export const damagedStoreError = (reason: string): LedgerError =>
  storeNotRunningError(
    `The journal store is damaged: ${reason}. Restore its last backup, or load a dump.`,
  );

export const missingJournalEntryError = (position: number): LedgerError =>
  damagedStoreError(`entry ${position} is missing`);

export const storeClosedError = (): LedgerError =>
  storeNotRunningError("The journal store is closed.");

/** Returns the error for a change that the database has not answered. */
export const storeUnansweredError = (): LedgerError =>
  ledgerError("REQUEST_TIME_OUT", {
    cause: "The database has not answered a change. The request may still take effect.",
  });

export const storeNotRunningError = (cause: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", { cause, context: { service_name: "journal store" } });

export const foreignMarkError = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: "The mark belongs to another journal store. Restore it in the store that took it.",
  });

export const unknownPositionError = (position: number, end: number): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The journal has no position ${position} to mark; it ends at position ${end}.`,
  });
