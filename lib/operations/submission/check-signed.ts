import { type ErrorDetails, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Micros } from "../../base/identifiers/identifiers.ts";
import { formatInstant, formatIsoDuration } from "../../base/values/time.ts";
import type { LedgerDecisionInputs } from "../../ledger/port/ledger-decision.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { SignedTransactionExpectations } from "./signed-transaction-expectations.ts";

/**
 * Returns an error if a signed transaction has expired (interactive-submission.md 9):
 * LOCAL_VERDICT_MAX_RECORD_TIME_EXCEEDED or LOCAL_VERDICT_PREPARATION_TIME_OUT_OF_BOUND.
 */
export const findSignedTransactionExpiryError = (
  signed: SignedTransactionExpectations,
  recordTime: Micros,
  { config: { preparationTimeToleranceMicros: tolerance } }: LedgerDecisionInputs,
): ErrorDetails | undefined => {
  const { preparationTime, maxRecordTime } = signed;
  if (maxRecordTime !== undefined && recordTime > maxRecordTime) {
    return ledgerError("LOCAL_VERDICT_MAX_RECORD_TIME_EXCEEDED", {
      cause: `The transaction had to be executed by ${formatInstant(maxRecordTime)}, but the record time is ${formatInstant(recordTime)}.`,
    }).details;
  }
  const age =
    recordTime > preparationTime ? recordTime - preparationTime : preparationTime - recordTime;
  if (age <= tolerance) return undefined;
  return ledgerError("LOCAL_VERDICT_PREPARATION_TIME_OUT_OF_BOUND", {
    cause:
      `The transaction was prepared at ${formatInstant(preparationTime)}, which is ${formatIsoDuration(age)} ` +
      `from the record time. At most ${formatIsoDuration(tolerance)} are allowed. Prepare and sign the transaction again.`,
  }).details;
};

/**
 * Returns DUPLICATE_CONFIRMATION_REQUEST_UUID if the signed transaction was executed before, or was
 * rejected by the participants that confirm it. A signature is valid for one such attempt,
 * whatever the user and the deduplication period are.
 */
export const findRepeatedExecutionError = (
  state: LedgerState,
  signed: SignedTransactionExpectations,
): ErrorDetails | undefined => {
  if (!wasAttempted(state, signed.hash)) return undefined;
  const { uuid } = signed;
  return ledgerError("DUPLICATE_CONFIRMATION_REQUEST_UUID", {
    cause:
      `The request UUID (${uuid}) is a duplicate of a previous request with an identical UUID. ` +
      "Prepare and sign another transaction.",
    context: { uuid },
  }).details;
};

const wasAttempted = (state: LedgerState, hash: string): boolean =>
  state.signedTransactions.has(hash) ||
  (state.signedRejections.get(hash) ?? []).some((offset) => {
    const outcome = state.log.get(offset)?.completion?.outcome;
    return outcome?.kind === "rejected" && isSequencedError(outcome.error.code);
  });

const isSequencedError = (code: string): boolean =>
  code.startsWith("LOCAL_VERDICT_") || code === "DUPLICATE_CONFIRMATION_REQUEST_UUID";
