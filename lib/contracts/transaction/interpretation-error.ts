import type { ErrorCode } from "../../base/errors/catalogue.ts";
import {
  type ErrorOptions,
  type LedgerError,
  ledgerError,
} from "../../base/errors/ledger-error.ts";

/** An error of an engine; its cause begins as the reference's do (ledger-api.md 2.8). */
export const interpretationError = (code: ErrorCode, options: ErrorOptions): LedgerError =>
  ledgerError(code, { ...options, cause: `Interpretation error: Error: ${options.cause}` });

/** An engine broke the protocol of the partial transaction; never the fault of a submission. */
export const engineFault = (cause: string): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", { cause });

/** A transaction that nobody would take: SEQUENCER_REQUEST_FAILED, as a participant calls it. */
export const transactionTooLarge = (holds: string, limit: number, unit: string): LedgerError =>
  ledgerError("SEQUENCER_REQUEST_FAILED", {
    cause: `The transaction is too large: ${holds} more than ${limit} ${unit}.`,
    context: {
      sendError: `RequestInvalid(the batch exceeds the maximum size of ${limit} ${unit})`,
    },
  });

/**
 * The context of a failure that contract code chose: what it says of itself, and its id unless that is
 * empty. Keys of other characters than a participant lets through are left out.
 */
export const failureContext = (
  metadata: Iterable<readonly [string, string]>,
  errorId: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...[...metadata].filter(([key]) => contextKey.test(key)),
    ...(errorId === "" ? [] : [["error_id", errorId] as const]),
  ]);

const contextKey = /^[\w-]{1,64}$/;
