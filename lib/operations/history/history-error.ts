import { categoryOf, isLedgerError } from "../../base/errors/ledger-error.ts";

/** The body of a history answer that is not 200; unlike that of the ledger API (transaction-history.md 5). */
export interface HistoryErrorBody {
  readonly error: string;
}

/**
 * The cause of a LedgerError, behind the path of the field at fault. Errors that are not for clients
 * to see, and those that are no LedgerErrors, say only that they happened.
 */
export const historyErrorBody = (error: unknown): HistoryErrorBody => {
  if (!isLedgerError(error) || categoryOf(error.details).redacted) {
    return { error: "An unexpected error occurred." };
  }
  const { path, cause } = error.details;
  return { error: path === undefined ? cause : `${path}: ${cause}` };
};
