import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";

export const preparedTooLarge = (limit: number): LedgerError =>
  failedToPrepare(
    `with the contracts that it uses it counts for more than ${limit} bytes, each part of a value for 64 at least`,
  );

export const failedToPrepare = (reason: string): LedgerError =>
  ledgerError("FAILED_TO_PREPARE_TRANSACTION", {
    cause: `The participant failed to prepare the transaction: ${reason}`,
  });
