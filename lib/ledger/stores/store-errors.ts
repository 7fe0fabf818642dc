import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";

/**
 * Returns the error for damaged data. Clients see the reason, because only an operator can repair
 * the store, and it must not look like a bug.
 */
export const createDamagedStoreError = (reason: string): LedgerError =>
  createStoreNotRunningError(
    `The journal store is damaged: ${reason}. Restore its last backup, or load a dump.`,
  );

export const missingJournalEntryError = (position: number): LedgerError =>
  createDamagedStoreError(`entry ${position} is missing`);

export const storeClosedError = (): LedgerError =>
  createStoreNotRunningError("The journal store is closed.");

/** Returns the error for a change that the database has not answered. */
export const storeUnansweredError = (): LedgerError =>
  ledgerError("REQUEST_TIME_OUT", {
    cause: "The database has not answered a change. The request may still take effect.",
  });

export const createStoreNotRunningError = (cause: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", { cause, context: { service_name: "journal store" } });

export const foreignSnapshotMarkError = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: "The mark belongs to another journal store. Restore it in the store that took it.",
  });

export const createUnknownJournalPositionError = (position: number, end: number): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The journal has no position ${position} to mark; it ends at position ${end}.`,
  });
