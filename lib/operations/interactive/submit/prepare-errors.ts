import { type LedgerError, ledgerError } from "../../../ground/errors/ledger-error.ts";

export const preparedTooLarge = (limit: number): LedgerError =>
  failedToPrepare(`with the contracts that it uses it takes more than ${limit} bytes`);

export const failedToPrepare = (reason: string): LedgerError =>
  ledgerError("FAILED_TO_PREPARE_TRANSACTION", {
    cause: `The participant failed to prepare the transaction: ${reason}`,
  });
