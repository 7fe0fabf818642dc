import { getErrorCategory, isLedgerError } from "../../base/errors/ledger-error.ts";

/**
 * The body of a failed history request; its form differs from that of the ledger API
 * (transaction-history.md 5).
 */
export interface HistoryErrorBody {
  readonly error: string;
}

/**
 * Returns the body for an error: for a LedgerError, the path of the faulty field and the cause. For
 * redacted errors and for all other errors, the body says only that an error occurred.
 */
export const historyErrorBody = (error: unknown): HistoryErrorBody => {
  if (!isLedgerError(error) || getErrorCategory(error.details).redacted) {
    return { error: "An unexpected error occurred." };
  }
  const { path, cause } = error.details;
  return { error: path === undefined ? cause : `${path}: ${cause}` };
};
