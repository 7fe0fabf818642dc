import { isLedgerError, type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";

const damagePrefix = "The journal store is damaged: ";

/**
 * Returns the error for damaged data. Clients see the reason, because only an operator can repair
 * the store, and it must not look like a bug.
 */
export const damaged = (reason: string): LedgerError =>
  notRunning(`${damagePrefix}${reason}. Restore its last backup, or load a dump.`);

/** Returns true for an error of {@link damaged}. */
export const isDamage = (error: unknown): error is LedgerError =>
  isLedgerError(error) && error.details.cause.startsWith(damagePrefix);

export const changed = (position: number): LedgerError => damaged(`entry ${position} was changed`);

export const missing = (position: number): LedgerError => damaged(`entry ${position} is missing`);

export const closed = (): LedgerError => notRunning("The journal store is closed.");

/** Returns the error for a store that was closed before the database answered. */
export const unanswered = (): LedgerError =>
  ledgerError("REQUEST_TIME_OUT", {
    cause:
      "The journal store is closed, and the database has not answered. The request may still take effect.",
  });

/** Returns true for an error of {@link unanswered}. */
export const isUnanswered = (error: unknown): boolean =>
  isLedgerError(error) && error.code === "REQUEST_TIME_OUT";

export const notRunning = (cause: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", { cause, context: { service_name: "journal store" } });

export const foreignMark = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: "The mark belongs to another journal store. Restore it in the store that took it.",
  });

export const noSuchPosition = (position: number, end: number): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The journal has no position ${position} to mark; it ends at position ${end}.`,
  });
