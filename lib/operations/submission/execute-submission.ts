import { LedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";
import type { Micros } from "../../ground/identifiers/identifiers.ts";
import type { TransactionUpdate } from "../../ground/model/update.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { enterInFlight } from "../../ledger/port/submissions-in-flight.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { decideSubmission, type SubmissionOutcome } from "./decide-submission.ts";

/**
 * Decides a submission and resolves to its outcome, which is on the ledger then. One whose ledger
 * time lies in the future is held back until the clock gets there; others go ahead meanwhile.
 *
 * Rejects, leaving nothing on the ledger, with what interpretation and routing raise and with
 * PARTICIPANT_BACKPRESSURE, SUBMISSION_ALREADY_IN_FLIGHT, SUBMISSION_DURING_SHUTDOWN.
 */
export const executeSubmission = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
): Promise<SubmissionOutcome> => {
  const leave = enterInFlight(ledger, admitted.submission);
  try {
    const { minLedgerTime, signed } = admitted;
    const mayWait = signed === undefined && minLedgerTime !== undefined;
    if (mayWait && minLedgerTime > ledger.clock.now()) {
      return await executeLater(ledger, admitted, minLedgerTime);
    }
    return await ledger.commit((state, context) => decideSubmission(state, context, admitted));
  } finally {
    leave();
  }
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
  const execution = executeSubmission(ledger, admitted);
  const isHeldBack = admitted.minLedgerTime !== undefined;
  const outcome = await (isHeldBack ? tracked(ledger, admitted, execution) : execution);
  if (outcome.kind === "rejected") throw new LedgerError(outcome.error);
  return outcome.update;
};

/** Commands that cannot succeed are refused at once, not when their time has come. */
const executeLater = async (
  ledger: Ledger,
  admitted: AdmittedSubmission,
  time: Micros,
): Promise<SubmissionOutcome> => {
  const { state: present, config, clock, era } = ledger;
  decideSubmission(present, { now: time, seed: rehearsalSeed, config }, admitted);
  await clock.reached(time, era);
  return ledger.commit((state, context) => {
    era.throwIfAborted();
    return decideSubmission(state, context, admitted);
  });
};

const rehearsalSeed = new Uint8Array(32);

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
