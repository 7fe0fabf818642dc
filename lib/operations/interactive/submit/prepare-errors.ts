import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";

export const preparedTooLarge = (limit: number): LedgerError =>
  failedToPrepare(
    `the transaction with its input contracts is larger than ${limit} bytes (each part of a value counts as at least 64 bytes)`,
  );

export const failedToPrepare = (reason: string): LedgerError =>
  ledgerError("FAILED_TO_PREPARE_TRANSACTION", {
    cause: `The participant failed to prepare the transaction: ${reason}`,
  });
