import { type ErrorDetails, isLedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Micros, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { FinishedTransaction } from "../../contracts/transaction/finished-transaction.ts";
import type { LedgerDecisionInputs } from "../../ledger/port/ledger-decision.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { interpretCommands } from "./interpret.ts";
import {
  findInactiveDisclosedContracts,
  findNewestCreationTime,
  getLaterTime,
  inactiveContractsError,
  type RoutedTransactionOrConflict,
} from "./interpret-and-route-unsigned-submission.ts";
import { routeTransaction } from "./route.ts";
import type { SignedTransactionExpectations } from "./signed-transaction-expectations.ts";

/**
 * Interprets a signed prepared transaction again, and routes it. If the result differs from the
 * signed transaction, returns a conflict with LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK. If an
 * input is no longer active, also returns a conflict. Raises the errors of {@link routeTransaction}.
 */
export const interpretAndRouteSignedSubmission = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  admitted: AdmittedSubmission & SignedSubmissionFields,
): RoutedTransactionOrConflict => {
  const { signed, synchronizerId: signedFor } = admitted;
  const { now } = context.origin ?? context;
  const ledgerTime = chooseLedgerTime(now, admitted);
  const outcome = interpretAgain(state, context, { admitted, ledgerTime });
  if (outcome.kind === "differs") {
    return { kind: "conflict", synchronizerId: signedFor, error: outcome.error };
  }
  const { finished } = outcome;
  const inactive = findInactiveDisclosedContracts(state, context, { admitted, finished });
  if (inactive.length > 0) {
    return {
      kind: "conflict",
      synchronizerId: signedFor,
      error: inactiveContractsError(admitted, inactive),
    };
  }
  if (!signed.isSame(finished.transaction)) {
    return { kind: "conflict", synchronizerId: signedFor, error: differentOutcomeError() };
  }
  const { synchronizerId, moves } = routeTransaction(state, admitted, { finished, context });
  const { transaction, inputs, consumed } = finished;
  return { kind: "transaction", synchronizerId, moves, ledgerTime, transaction, inputs, consumed };
};

/** The fields that only a signed submission has. */
export interface SignedSubmissionFields {
  readonly signed: SignedTransactionExpectations;
  readonly synchronizerId: SynchronizerId;
}

type ReinterpretationResult =
  | { readonly kind: "finished"; readonly finished: FinishedTransaction }
  | { readonly kind: "differs"; readonly error: ErrorDetails };

const interpretAgain = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  {
    admitted,
    ledgerTime,
  }: { readonly admitted: AdmittedSubmission & SignedSubmissionFields; ledgerTime: Micros },
): ReinterpretationResult => {
  const { config, handle } = context;
  const { seed } = context.origin ?? context;
  try {
    const finished = interpretCommands(state, admitted, { seed, config, ledgerTime, handle });
    return { kind: "finished", finished };
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    if (error.code === "DUPLICATE_CONTRACT_KEY") return { kind: "differs", error: error.details };
    return { kind: "differs", error: differentOutcomeError(error.details.cause) };
  }
};

/**
 * Returns the latest of the current time, the requested minimum and the creation time of the newest
 * input, limited to the signed bounds.
 */
const chooseLedgerTime = (
  now: Micros,
  { signed, minLedgerTime = now, disclosedContracts }: AdmittedSubmission & SignedSubmissionFields,
): Micros => {
  const { min, max } = signed.ledgerTimeBounds;
  const tentative = findNewestCreationTime(
    disclosedContracts.values(),
    getLaterTime(now, minLedgerTime),
  );
  if (min !== undefined && tentative < min) return min;
  return max !== undefined && tentative > max ? max : tentative;
};

const differentOutcomeError = (reason?: string): ErrorDetails => {
  const because = reason === undefined ? "" : `: ${reason}`;
  return ledgerError("LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK", {
    cause: `Executing the root action gives another transaction than the signed one${because}`,
  }).details;
};
