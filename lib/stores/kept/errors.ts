import { isLedgerError, type LedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";

/** What is read is not what was written. Nothing of it is served. */
export const damaged = (what: string): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `The store is damaged: ${what}. Take its last backup, or a dump.`,
  });

export const changed = (position: number): LedgerError =>
  damaged(`entry ${position} is not what was written`);

export const missing = (position: number): LedgerError => damaged(`entry ${position} is missing`);

export const closed = (): LedgerError => notRunning("The journal store is closed.");

/** It was closed before there was an answer to what was asked of a database. */
export const unanswered = (): LedgerError =>
  ledgerError("REQUEST_TIME_OUT", {
    cause:
      "The journal store is closed, and the database has not answered. What was asked for may still happen.",
  });

/** Whether it is {@link unanswered}: what comes behind what was asked was not. */
export const isUnanswered = (error: unknown): boolean =>
  isLedgerError(error) && error.code === "REQUEST_TIME_OUT";

export const notRunning = (cause: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", { cause, context: { service_name: "journal store" } });

export const foreignMark = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: "The mark belongs to another journal store; restore it where it was taken.",
  });

export const noSuchPosition = (
  position: number,
  { first, end }: { readonly first: number; readonly end: number },
): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The journal goes from position ${first} to ${end}, there is no position ${position} to mark.`,
  });
