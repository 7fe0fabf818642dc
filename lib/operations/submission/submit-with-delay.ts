import { isLedgerError } from "../../base/errors/ledger-error.ts";
import type { ContractId, Micros, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type {
  LedgerDecisionFunction,
  LedgerDecisionInputs,
} from "../../ledger/port/ledger-decision.ts";
import {
  getInFlightSubmissions,
  toInFlightSubmissionDetails,
} from "../../ledger/port/submissions-in-flight.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import {
  decideInterpretedSubmission,
  decideSubmission,
  dryRunSeed,
  interpretAndRouteSubmission,
  type InterpretedAndRoutedSubmission,
  type SubmissionOutcome,
} from "./decide-submission.ts";
import type { RoutedTransactionOrConflict } from "./interpret-and-route-unsigned-submission.ts";
import { createLockedContractsError } from "./locked-contracts.ts";

/** A submission in flight, with its outcome. */
export interface DelayedSubmission {
  /** The outcome. If no caller awaits this promise, its rejection is ignored. */
  readonly outcome: Promise<SubmissionOutcome>;
}

/**
 * Interprets a submission on the current state, and commits it after the ledger's commit delay. In
 * between it is in flight, like a submission on a participant that waits for confirmations.
 * Resolves when it is in flight.
 *
 * While a submission is in flight, its change id is reserved, and the contracts that it will
 * consume are locked. Another submission with the same change id is refused with
 * SUBMISSION_ALREADY_IN_FLIGHT. Another submission that uses one of the locked contracts is also in
 * flight for the delay, but then rejected with LOCAL_VERDICT_LOCKED_CONTRACTS, even if the first
 * one fails. A submission that can be rejected immediately, such as a duplicate, is not delayed.
 *
 * The ledger time of the transaction is the time of the interpretation; the record time is the time
 * of the commit. Raises the errors of interpretation and routing, PARTICIPANT_BACKPRESSURE and
 * SUBMISSION_ALREADY_IN_FLIGHT.
 */
export const submitWithCommitDelay = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
): Promise<DelayedSubmission> => {
  const inFlight = getInFlightSubmissions(ledger);
  const freeSlot = inFlight.takeSlot(admitted.submission, ledger.config.maxCommandsInFlight);
  try {
    const { state, config } = ledger;
    const context = { now: ledger.clock.now(), config, seed: dryRunSeed };
    const interpreted = ledger.evaluate(
      (handle) => interpretAndRouteSubmission(state, { ...context, handle }, admitted),
      admitted.userId,
    );
    const attempt = interpreted instanceof Promise ? await interpreted : interpreted;
    const outcome = commitAfterDelay(ledger, context, { admitted, attempt }).finally(freeSlot);
    outcome.catch(() => undefined);
    return { outcome };
  } catch (error) {
    freeSlot();
    throw error;
  }
};

const commitAfterDelay = (
  ledger: Ledger,
  context: LedgerDecisionInputs,
  { admitted, attempt }: InterpretedAndRoutedSubmission,
): Promise<SubmissionOutcome> => {
  const { state } = ledger;
  const { now } = context;
  const { outcome } = decideInterpretedSubmission(state, context, { admitted, attempt });
  if (outcome.kind === "rejected" || attempt.kind === "conflict") {
    return ledger.commit(
      (present, presentContext) => decideSubmission(present, presentContext, admitted),
      admitted,
    );
  }
  const { synchronizerId } = attempt;
  const { locked, release } = reserveInputs(ledger, admitted, attempt);
  const time = now + BigInt(ledger.commitDelayMillis) * 1000n;
  const decide: LedgerDecisionFunction<SubmissionOutcome> = (present, at) => {
    release();
    const delayed = { admitted, submittedAt: now, synchronizerId, locked };
    return decideInterpretedSubmission(present, at, {
      admitted,
      attempt: attemptAfterDelay(present, at, delayed),
    });
  };
  return ledger.commitAt(time, decide, admitted);
};

type PossibleTransaction = Extract<RoutedTransactionOrConflict, { kind: "transaction" }>;

/**
 * Reserves the change id, locks the contracts to consume, and returns the inputs that other
 * submissions have locked.
 */
const reserveInputs = (
  ledger: Ledger,
  { submission }: AdmittedSubmission,
  { synchronizerId, inputs, consumed }: PossibleTransaction,
): { readonly locked: readonly ContractId[]; readonly release: () => void } => {
  const inFlight = getInFlightSubmissions(ledger);
  const flight = toInFlightSubmissionDetails(submission, synchronizerId, ledger.config);
  const release = inFlight.reserveChange(submission, flight);
  const locked = inFlight.locks.findLockedContracts(inputs.keys());
  const unlock = inFlight.locks.lockContracts(
    [...consumed.keys()].filter((each) => inputs.has(each)),
  );
  return {
    locked,
    release: () => {
      unlock();
      release();
    },
  };
};

interface DelayedAttempt {
  readonly admitted: AdmittedSubmission;
  readonly submittedAt: Micros;
  readonly synchronizerId: SynchronizerId;
  /** The inputs that other submissions had locked when the submission was interpreted. */
  readonly locked: readonly ContractId[];
}

/**
 * Interprets and routes the submission again at the end of the delay. The result is the same unless
 * something that it depends on has changed.
 */
const attemptAfterDelay = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  { admitted, submittedAt: now, synchronizerId, locked }: DelayedAttempt,
): RoutedTransactionOrConflict => {
  if (locked.length > 0) {
    return { kind: "conflict", synchronizerId, error: createLockedContractsError(locked) };
  }
  const { config, handle, origin } = context;
  const { seed } = origin ?? context;
  try {
    return interpretAndRouteSubmission(state, { now, seed, config, handle }, admitted);
  } catch (error) {
    if (isLedgerError(error)) return { kind: "conflict", synchronizerId, error: error.details };
    throw error;
  }
};
