import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";

/**
 * Returns the error for a package that can be decoded but is not a well-formed program (ledger-api.md
 * 2.10).
 */
export const createInvalidPackageError = (reason: string): LedgerError =>
  ledgerError("DAR_VALIDATION_ERROR", { cause: `The package is not valid: ${reason}.` });
