import type { ErrorCode } from "../../base/errors/catalogue.ts";
import {
  type ErrorOptions,
  type LedgerError,
  ledgerError,
} from "../../base/errors/ledger-error.ts";

/**
 * Returns an error of an engine. Its cause begins with the prefix that a participant uses
 * (ledger-api.md 2.8).
 */
export const interpretationError = (code: ErrorCode, options: ErrorOptions): LedgerError =>
  ledgerError(code, { ...options, cause: `Interpretation error: Error: ${options.cause}` });

/**
 * Returns the error for an engine that uses the partial transaction incorrectly. No submission can
 * cause it.
 */
export const createEngineFaultError = (cause: string): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", { cause });

/**
 * Returns the error for a transaction that exceeds the size limits: SEQUENCER_REQUEST_FAILED, as on a
 * participant.
 */
export const createTransactionTooLargeError = (
  subject: string,
  limit: number,
  unit: string,
): LedgerError =>
  ledgerError("SEQUENCER_REQUEST_FAILED", {
    cause: `The transaction is too large: ${subject} more than ${limit} ${unit}.`,
    context: {
      sendError: `RequestInvalid(the batch exceeds the maximum size of ${limit} ${unit})`,
    },
  });

/**
 * Returns the error context of a failure that contract code reported: the metadata of the failure,
 * and its error id if that is not empty. Omits keys with characters that a participant does not
 * allow.
 */
export const createFailureErrorContext = (
  metadata: Iterable<readonly [string, string]>,
  errorId: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...[...metadata].filter(([key]) => contextKey.test(key)),
    ...(errorId === "" ? [] : [["error_id", errorId] as const]),
  ]);

const contextKey = /^[\w-]{1,64}$/;
