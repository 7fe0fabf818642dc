import { LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import { unforeseen } from "../../base/errors/unforeseen.ts";
import type { Micros } from "../../base/identifiers/identifiers.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import { formatInstant } from "../../base/values/time.ts";
import { abortable } from "../../ledger/port/abortable.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { enterHeldBack, enterInFlight } from "../../ledger/port/submissions-in-flight.ts";
import { commitFor } from "../authorization/commit-for.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { decideSubmission, rehearsalSeed, type SubmissionOutcome } from "./decide-submission.ts";
import { type Flight, flySubmission } from "./fly-submission.ts";

/**
 * Resolves once a submission reached the ledger: with a commit delay once it is in flight, without once it
 * is decided. What becomes of it, its completion tells. One whose ledger time lies in the future is held
 * back until the clock gets there; others go ahead meanwhile.
 *
 * Rejects, leaving nothing on the ledger, with what interpretation and routing raise and with
 * PARTICIPANT_BACKPRESSURE, SUBMISSION_ALREADY_IN_FLIGHT, SUBMISSION_DURING_SHUTDOWN.
 */
export const executeSubmission = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
): Promise<void> => {
  if (ledger.commitDelayMillis === 0) await decideAtOnce(ledger, admitted);
  else await fly(ledger, admitted);
};

/**
 * As {@link executeSubmission}, but resolves to the committed transaction and rejects with the error
 * of a rejection too. Rejects with REQUEST_TIME_OUT when the submission is held back longer than
 * commands are tracked; it may still be committed later.
 */
export const executeAndWait = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
): Promise<TransactionUpdate> => {
  const execution =
    ledger.commitDelayMillis === 0
      ? decideAtOnce(ledger, admitted)
      : fly(ledger, admitted).then(({ outcome }) => outcome);
  const isHeldBack = admitted.minLedgerTime !== undefined;
  const outcome = await (isHeldBack ? tracked(ledger, admitted, execution) : execution);
  if (outcome.kind === "rejected") throw new LedgerError(outcome.error);
  return outcome.update;
};

const decideAtOnce = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
): Promise<SubmissionOutcome> => {
  const time = timeToWaitFor(ledger, admitted);
  const enter = time === undefined ? enterInFlight : enterHeldBack;
  const leave = enter(ledger, admitted.submission);
  try {
    if (time !== undefined) return await decideLater(ledger, admitted, time);
    return await commitFor(ledger, admitted, (state, context) =>
      decideSubmission(state, context, admitted),
    );
  } finally {
    leave();
  }
};

const decideLater = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
  time: Micros,
): Promise<SubmissionOutcome> => {
  const { era } = ledger;
  await heldBack(ledger, admitted, time);
  era.throwIfAborted();
  const decided = commitFor(ledger, admitted, (state, context) => {
    era.throwIfAborted();
    return decideSubmission(state, context, admitted);
  });
  return within(era, decided);
};

/** Whoever waits for it is told at once that the ledger went back, whatever is decided before it by then. */
const within = async <Outcome>(era: AbortSignal, work: Promise<Outcome>): Promise<Outcome> => {
  await abortable(era, ({ resolve, reject }) => {
    work.then(() => resolve(), reject);
    return () => undefined;
  });
  return work;
};

const fly = async (ledger: Ledger, admitted: AdmittedSubmission): Promise<Flight> => {
  const time = timeToWaitFor(ledger, admitted);
  if (time !== undefined) {
    const { era } = ledger;
    const leave = enterHeldBack(ledger, admitted.submission);
    try {
      await heldBack(ledger, admitted, time);
    } finally {
      leave();
    }
    era.throwIfAborted();
  }
  return flySubmission(ledger, admitted);
};

/** The ledger time of a submission that is ahead of the clock; what was signed does not wait for it. */
const timeToWaitFor = (
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
const heldBack = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
  time: Micros,
): Promise<void> => {
  const { state, config, clock, era } = ledger;
  const context = { now: time, seed: rehearsalSeed, config };
  const rehearsal = ledger.inTurns(
    (turns) => decideSubmission(state, { ...context, turns }, admitted),
    admitted.userId,
  );
  if (rehearsal instanceof Promise) await rehearsal;
  if (time - clock.now() > maxWaitMicros) throw tooFarOff(time);
  await clock.reached(time, era);
};

const tooFarOff = (time: Micros): LedgerError =>
  unforeseen({
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
