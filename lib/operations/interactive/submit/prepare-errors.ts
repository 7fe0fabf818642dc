import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";

export const preparedTransactionTooLargeError = (limit: number): LedgerError =>
  failedToPrepareError(
    `the transaction with its input contracts is larger than ${limit} bytes (each part of a value counts as at least 64 bytes)`,
  );

export const failedToPrepareError = (reason: string): LedgerError =>
  ledgerError("FAILED_TO_PREPARE_TRANSACTION", {
    cause: `The participant failed to prepare the transaction: ${reason}`,
  });
