import { LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import { createInternalErrorForArgument } from "../../base/errors/unexpected-error.ts";
import type { Micros } from "../../base/identifiers/identifiers.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import { formatInstant } from "../../base/values/time.ts";
import { createAbortablePromise } from "../../ledger/port/abortable.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerDecisionFunction } from "../../ledger/port/ledger-decision.ts";
import {
  registerInFlightSubmission,
  registerSubmissionAwaitingLedgerTime,
} from "../../ledger/port/submissions-in-flight.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { decideSubmission, dryRunSeed, type SubmissionOutcome } from "./decide-submission.ts";
import { explainSubmissionFailure } from "./explain-failure.ts";
import { type DelayedSubmission, submitWithCommitDelay } from "./submit-with-delay.ts";

/**
 * Executes a submission. Resolves when it is decided or, if the ledger has a commit delay, when it
 * is in flight. The outcome follows as a completion. A submission with a ledger time in the future
 * waits for that time, without delaying others.
 *
 * Rejects with the errors of interpretation and routing, and with PARTICIPANT_BACKPRESSURE,
 * SUBMISSION_ALREADY_IN_FLIGHT and SUBMISSION_DURING_SHUTDOWN. Then nothing is written to the
 * ledger.
 */
export const executeAdmittedSubmission = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
): Promise<void> => {
  const time = findFutureMinLedgerTime(ledger, admitted);
  if (ledger.commitDelayMillis > 0) await submitWithDelayAfterLedgerTime(ledger, admitted, time);
  else if (time === undefined) await decideNow(ledger, admitted, (outcome) => outcome);
  else await decideLater(ledger, admitted, time);
};

/**
 * Like {@link executeAdmittedSubmission}, but resolves to the committed transaction, and also rejects with
 * the error of a rejected submission. Errors before the submission is in flight may be thrown
 * synchronously. Rejects with REQUEST_TIME_OUT if the submission waits for its ledger time longer
 * than `commandTrackingMillis`; it may still be committed later.
 */
export const executeUntilCommitted = (
  ledger: Ledger,
  admitted: AdmittedSubmission,
): Promise<TransactionUpdate> => {
  const time = findFutureMinLedgerTime(ledger, admitted);
  if (ledger.commitDelayMillis === 0 && time === undefined) {
    return decideNow(ledger, admitted, committedUpdate);
  }
  const execution =
    time === undefined || ledger.commitDelayMillis > 0
      ? submitWithDelayAfterLedgerTime(ledger, admitted, time).then(({ outcome }) => outcome)
      : decideLater(ledger, admitted, time);
  return limitTrackingTime(ledger, admitted, execution).then((settled) =>
    committedUpdate(settled, ledger, admitted),
  );
};

/** Returns the transaction of an accepted submission. Throws the error of a rejected one. */
const committedUpdate: OutcomeHandler<TransactionUpdate> = (outcome, ledger, admitted) => {
  if (outcome.kind === "accepted") return outcome.update;
  const { error } = outcome;
  throw new LedgerError(error, {
    reason: () => explainSubmissionFailure(error, ledger.state, admitted),
  });
};

type OutcomeHandler<Result> = (
  outcome: SubmissionOutcome,
  ledger: Ledger,
  admitted: AdmittedSubmission,
) => Result;

/**
 * Decides a submission, and resolves to the result of `answer` for the outcome. Every command
 * passes through this function, so it creates only two promises.
 */
const decideNow = <Result>(
  ledger: Ledger,
  admitted: AdmittedSubmission,
  answer: OutcomeHandler<Result>,
): Promise<Result> => {
  const freeSlot = registerInFlightSubmission(ledger, admitted.submission);
  const decide: LedgerDecisionFunction<SubmissionOutcome> = (state, context) =>
    decideSubmission(state, context, admitted);
  return ledger.commit(decide, admitted).then(
    (outcome) => {
      freeSlot();
      return answer(outcome, ledger, admitted);
    },
    (error: unknown) => {
      freeSlot();
      throw error;
    },
  );
};

const decideLater = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
  time: Micros,
): Promise<SubmissionOutcome> => {
  const leave = registerSubmissionAwaitingLedgerTime(ledger, admitted.submission);
  try {
    const { epoch } = ledger;
    await waitForLedgerTime(ledger, admitted, time);
    epoch.throwIfAborted();
    const decided = ledger.commit((state, context) => {
      epoch.throwIfAborted();
      return decideSubmission(state, context, admitted);
    }, admitted);
    return await rejectOnRevert(epoch, decided);
  } finally {
    leave();
  }
};

/**
 * Resolves like `work`, but rejects as soon as the ledger is reverted, even if `work` still waits
 * for earlier decisions.
 */
const rejectOnRevert = async <Outcome>(
  epoch: AbortSignal,
  work: Promise<Outcome>,
): Promise<Outcome> => {
  await createAbortablePromise(epoch, ({ resolve, reject }) => {
    work.then(() => resolve(), reject);
    return () => undefined;
  });
  return work;
};

const submitWithDelayAfterLedgerTime = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
  time: Micros | undefined,
): Promise<DelayedSubmission> => {
  if (time !== undefined) {
    const { epoch } = ledger;
    const leave = registerSubmissionAwaitingLedgerTime(ledger, admitted.submission);
    try {
      await waitForLedgerTime(ledger, admitted, time);
    } finally {
      leave();
    }
    epoch.throwIfAborted();
  }
  return submitWithCommitDelay(ledger, admitted);
};

/**
 * Returns the minimum ledger time of a submission if it is in the future; otherwise undefined.
 * Signed submissions do not wait for it.
 */
export const findFutureMinLedgerTime = (
  { clock }: Ledger,
  { minLedgerTime, signed }: AdmittedSubmission,
): Micros | undefined =>
  signed === undefined && minLedgerTime !== undefined && minLedgerTime > clock.now()
    ? minLedgerTime
    : undefined;

/** Maximum time that a participant can wait, in microseconds: it counts nanoseconds in 63 bits. */
const maxWaitMicros = (2n ** 63n - 1n) / 1_000n;

/**
 * Resolves when the clock reaches the ledger time. Rejects at once for commands that would fail at
 * that time on the current state. Like a participant, rejects with LEDGER_API_INTERNAL_ERROR for a
 * time more than 292 years ahead.
 */
const waitForLedgerTime = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
  time: Micros,
): Promise<void> => {
  const { state, config, clock, epoch } = ledger;
  const context = { now: time, seed: dryRunSeed, config };
  const dryRun = ledger.evaluate(
    (handle) => decideSubmission(state, { ...context, handle }, admitted),
    admitted.userId,
  );
  if (dryRun instanceof Promise) await dryRun;
  if (time - clock.now() > maxWaitMicros) throw tooFarAheadError(time);
  await clock.reached(time, epoch);
};

const tooFarAheadError = (time: Micros): LedgerError =>
  createInternalErrorForArgument({
    field: "minLedgerTimeAbs",
    expected: "a ledger time less than 292 years ahead",
    found: formatInstant(time),
  });

const limitTrackingTime = async <Outcome>(
  { clock, config }: Ledger,
  { minLedgerTime }: AdmittedSubmission,
  execution: Promise<Outcome>,
): Promise<Outcome> => {
  const deadline = clock.now() + BigInt(config.commandTrackingMillis) * 1000n;
  if (minLedgerTime === undefined || minLedgerTime <= deadline) return execution;
  const settled = new AbortController();
  const timeOut = async (): Promise<Outcome> => {
    await clock.reached(deadline, settled.signal);
    // A host that advances a frozen clock may pass both times at once.
    if (clock.now() >= minLedgerTime) return execution;
    throw ledgerError("REQUEST_TIME_OUT", {
      cause:
        "The command still waits for its ledger time, and the time for tracking it has passed. It may be committed later.",
    });
  };
  try {
    return await Promise.race([execution, timeOut()]);
  } finally {
    settled.abort();
  }
};
