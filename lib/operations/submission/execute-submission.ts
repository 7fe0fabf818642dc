import { LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import { unexpectedError } from "../../base/errors/unexpected-error.ts";
import type { Micros } from "../../base/identifiers/identifiers.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import { formatInstant } from "../../base/values/time.ts";
import { abortable } from "../../ledger/port/abortable.ts";
import type { Decide } from "../../ledger/port/decision.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { registerHeldBack, registerInFlight } from "../../ledger/port/submissions-in-flight.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { decideSubmission, rehearsalSeed, type SubmissionOutcome } from "./decide-submission.ts";
import { reasonOf } from "./explain-failure.ts";
import { type DelayedSubmission, submitWithDelay } from "./submit-with-delay.ts";

/**
 * Resolves once a submission reached the ledger: with a commit delay once it is in flight, without one once it
 * is decided. The outcome is in the completion. A submission with a ledger time ahead of the clock waits for it
 * and does not hold up others.
 *
 * Rejects, leaving nothing on the ledger, with what interpretation and routing raise and with
 * PARTICIPANT_BACKPRESSURE, SUBMISSION_ALREADY_IN_FLIGHT, SUBMISSION_DURING_SHUTDOWN.
 */
export const executeSubmission = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
): Promise<void> => {
  const time = timeToWaitFor(ledger, admitted);
  if (ledger.commitDelayMillis > 0) await fly(ledger, admitted, time);
  else if (time === undefined) await decideNow(ledger, admitted, (outcome) => outcome);
  else await decideLater(ledger, admitted, time);
};

/**
 * As {@link executeSubmission}, but resolves to the committed transaction and rejects with the error
 * of a rejection too. Throws at once what refuses it before it is in flight. Rejects with REQUEST_TIME_OUT when the submission is held back longer than
 * commands are tracked; it may still be committed later.
 */
export const executeAndWait = (
  ledger: Ledger,
  admitted: AdmittedSubmission,
): Promise<TransactionUpdate> => {
  const time = timeToWaitFor(ledger, admitted);
  if (ledger.commitDelayMillis === 0 && time === undefined) {
    return decideNow(ledger, admitted, committedUpdate);
  }
  const execution =
    time === undefined || ledger.commitDelayMillis > 0
      ? fly(ledger, admitted, time).then(({ outcome }) => outcome)
      : decideLater(ledger, admitted, time);
  const isHeldBack = admitted.minLedgerTime !== undefined;
  const outcome = isHeldBack ? tracked(ledger, admitted, execution) : execution;
  return outcome.then((settled) => committedUpdate(settled, ledger, admitted));
};

/** Returns the transaction of an accepted submission. Throws the error of a rejected one. */
const committedUpdate: Answer<TransactionUpdate> = (outcome, ledger, admitted) => {
  if (outcome.kind === "accepted") return outcome.update;
  const { error } = outcome;
  throw new LedgerError(error, { reason: () => reasonOf(error, ledger.state, admitted) });
};

type Answer<Result> = (
  outcome: SubmissionOutcome,
  ledger: Ledger,
  admitted: AdmittedSubmission,
) => Result;

/**
 * Resolves to what `answer` makes of the outcome. Every command comes through here: it costs two promises, that of the decision and
 * that of the answer.
 */
const decideNow = <Result>(
  ledger: Ledger,
  admitted: AdmittedSubmission,
  answer: Answer<Result>,
): Promise<Result> => {
  const leave = registerInFlight(ledger, admitted.submission);
  const decide: Decide<SubmissionOutcome> = (state, context) =>
    decideSubmission(state, context, admitted);
  return ledger.commit(decide, admitted).then(
    (outcome) => {
      leave();
      return answer(outcome, ledger, admitted);
    },
    (error: unknown) => {
      leave();
      throw error;
    },
  );
};

const decideLater = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
  time: Micros,
): Promise<SubmissionOutcome> => {
  const leave = registerHeldBack(ledger, admitted.submission);
  try {
    const { epoch } = ledger;
    await waitForLedgerTime(ledger, admitted, time);
    epoch.throwIfAborted();
    const decided = ledger.commit((state, context) => {
      epoch.throwIfAborted();
      return decideSubmission(state, context, admitted);
    }, admitted);
    return await within(epoch, decided);
  } finally {
    leave();
  }
};

/** Like `work`, but rejects as soon as the ledger is reverted, although decisions before it are still running. */
const within = async <Outcome>(epoch: AbortSignal, work: Promise<Outcome>): Promise<Outcome> => {
  await abortable(epoch, ({ resolve, reject }) => {
    work.then(() => resolve(), reject);
    return () => undefined;
  });
  return work;
};

const fly = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
  time: Micros | undefined,
): Promise<DelayedSubmission> => {
  if (time !== undefined) {
    const { epoch } = ledger;
    const leave = registerHeldBack(ledger, admitted.submission);
    try {
      await waitForLedgerTime(ledger, admitted, time);
    } finally {
      leave();
    }
    epoch.throwIfAborted();
  }
  return submitWithDelay(ledger, admitted);
};

/** The ledger time of a submission that is ahead of the clock; what was signed does not wait for it. */
export const timeToWaitFor = (
  { clock }: Ledger,
  { minLedgerTime, signed }: AdmittedSubmission,
): Micros | undefined =>
  signed === undefined && minLedgerTime !== undefined && minLedgerTime > clock.now()
    ? minLedgerTime
    : undefined;

/** The longest that a participant can wait, in microseconds: it counts nanoseconds in 63 bits. */
const maxWaitMicros = (2n ** 63n - 1n) / 1_000n;

/**
 * Until then. Commands that cannot succeed are refused at once, not when their time has come. Raises
 * LEDGER_API_INTERNAL_ERROR for a time so far away that a participant fails over it.
 */
const waitForLedgerTime = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
  time: Micros,
): Promise<void> => {
  const { state, config, clock, epoch } = ledger;
  const context = { now: time, seed: rehearsalSeed, config };
  const rehearsal = ledger.evaluate(
    (handle) => decideSubmission(state, { ...context, handle }, admitted),
    admitted.userId,
  );
  if (rehearsal instanceof Promise) await rehearsal;
  if (time - clock.now() > maxWaitMicros) throw tooFarOff(time);
  await clock.reached(time, epoch);
};

const tooFarOff = (time: Micros): LedgerError =>
  unexpectedError({
    field: "minLedgerTimeAbs",
    expected: "a ledger time less than 292 years ahead",
    found: formatInstant(time),
  });

const tracked = async <Outcome>(
  { clock, config }: Ledger,
  { minLedgerTime }: AdmittedSubmission,
  execution: Promise<Outcome>,
): Promise<Outcome> => {
  const deadline = clock.now() + BigInt(config.commandTrackingMillis) * 1000n;
  if (minLedgerTime === undefined || minLedgerTime <= deadline) return execution;
  const settled = new AbortController();
  const timeOut = async (): Promise<Outcome> => {
    await clock.reached(deadline, settled.signal);
    // A clock that is moved by hand may have passed both times at once.
    if (clock.now() >= minLedgerTime) return execution;
    throw ledgerError("REQUEST_TIME_OUT", {
      cause: "The command is held back until its ledger time for longer than it is waited for.",
    });
  };
  try {
    return await Promise.race([execution, timeOut()]);
  } finally {
    settled.abort();
  }
};
