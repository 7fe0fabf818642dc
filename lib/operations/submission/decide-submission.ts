import { type ErrorDetails, ledgerError } from "../../base/errors/ledger-error.ts";
import type {
  Micros,
  Offset,
  ParticipantId,
  Party,
  SynchronizerId,
} from "../../base/identifiers/identifiers.ts";
import {
  formatSynchronizerIdForErrors,
  type ProtocolVersion,
} from "../../base/identifiers/protocol-version.ts";
import type {
  Completion,
  CompletionOutcome,
  DeduplicationPeriod,
} from "../../base/model/completion.ts";
import type { Submission, TraceContext, TransactionUpdate } from "../../base/model/update.ts";
import { formatIsoDuration } from "../../base/values/time.ts";
import { deriveUpdateId, deriveUuid } from "../../contracts/transaction/seeds.ts";
import type { LedgerDecision, LedgerDecisionInputs } from "../../ledger/port/ledger-decision.ts";
import {
  alreadyInFlightError,
  toInFlightSubmissionDetails,
} from "../../ledger/port/submissions-in-flight.ts";
import { createChangeIdKey } from "../../ledger/state/accepted-completions.ts";
import type { JournalEvent } from "../../ledger/state/journal-event.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { computeNextRecordTime } from "../../ledger/state/synchronizers.ts";
import { reassignTransactionInputs } from "../reassignments/reassign-inputs.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { findRepeatedExecutionError, findSignedTransactionExpiryError } from "./check-signed.ts";
import {
  collectConfirmingParties,
  collectConfirmingPartiesOfInputs,
} from "./confirming-parties.ts";
import { deduplicateSubmission } from "./deduplicate.ts";
import { interpretAndRouteSignedSubmission } from "./interpret-and-route-signed-submission.ts";
import {
  interpretAndRouteUnsignedSubmission,
  type RoutedTransactionOrConflict,
} from "./interpret-and-route-unsigned-submission.ts";
import { createLockedContractsError } from "./locked-contracts.ts";

/** The outcome of a submission that was interpreted and routed. Both outcomes have a completion. */
export type SubmissionOutcome =
  | { readonly kind: "accepted"; readonly update: TransactionUpdate }
  | { readonly kind: "rejected"; readonly error: ErrorDetails };

/** The data of a completion that does not depend on the outcome. */
interface CompletionData {
  /**
   * The reassignments of the submission's inputs. They are committed even if the submission is
   * rejected.
   */
  readonly before: readonly JournalEvent[];
  readonly offset: Offset;
  readonly submission: Submission;
  readonly synchronizerId: SynchronizerId;
  readonly recordTime: Micros;
  readonly deduplicationPeriod: DeduplicationPeriod;
  readonly traceContext: TraceContext | undefined;
  readonly externalHash: string | undefined;
  readonly verdictBy: ParticipantId;
  readonly protocolVersion: ProtocolVersion;
}

/**
 * Decides a submission: interprets and routes it, and checks that it is not a duplicate and that
 * its inputs are still active (ledger-api.md 3.6.2). Reads and writes the records of overlapping
 * submissions; otherwise the result depends only on the arguments.
 *
 * If the submission cannot be interpreted or routed, or its inputs cannot be reassigned, raises a
 * LedgerError; then nothing is written to the ledger. If a later check fails, returns a rejection,
 * which has a completion; the inputs stay on the synchronizer to which they were reassigned. Raises
 * SUBMISSION_ALREADY_IN_FLIGHT if an overlapping submission has the same change id.
 */
export const decideSubmission = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  admitted: AdmittedSubmission,
): LedgerDecision<SubmissionOutcome> =>
  decideInterpretedSubmission(state, context, {
    admitted,
    attempt: interpretAndRouteSubmission(state, context, admitted),
  });

/** The seed for decisions that are computed but not written, such as dry runs. */
export const dryRunSeed: Uint8Array = new Uint8Array(32);

/** A submission with the result of interpreting and routing it. */
export interface InterpretedAndRoutedSubmission {
  readonly admitted: AdmittedSubmission;
  readonly attempt: RoutedTransactionOrConflict;
}

/** Like {@link decideSubmission}, but for a submission that was already interpreted and routed. */
export const decideInterpretedSubmission = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  { admitted, attempt }: InterpretedAndRoutedSubmission,
): LedgerDecision<SubmissionOutcome> => {
  requireNotInFlight(admitted);
  const submission = fillMissingIds(admitted.submission, context.seed);
  const { period, error: repetition } = deduplicateSubmission(state, {
    submission,
    isFresh: admitted.submission.commandId === "",
    requested: admitted.deduplicationPeriod,
    synchronizerId: attempt.synchronizerId,
    now: context.now,
    config: context.config,
  });
  const { synchronizerId } = attempt;
  const { traceContext } = admitted;
  const moves = attempt.kind === "transaction" ? attempt.moves : [];
  const before =
    moves.length === 0
      ? []
      : reassignTransactionInputs(state, context, {
          moves,
          target: synchronizerId,
          submission,
          traceContext,
        });
  const report: CompletionData = {
    before,
    offset: state.ledgerEnd + before.length + 1,
    submission,
    synchronizerId,
    recordTime: computeRecordTime(state, synchronizerId, context.now),
    deduplicationPeriod: period,
    traceContext,
    externalHash: admitted.signed?.hash,
    verdictBy: state.participantId,
    protocolVersion: context.config.protocolVersion,
  };
  const { signed } = admitted;
  const replay = signed && findRepeatedExecutionError(state, signed);
  if (repetition !== undefined) return rejectSubmission(report, repetition);
  if (replay !== undefined) return rejectSubmission(report, replay);
  if (attempt.kind === "conflict") {
    const { error } = attempt;
    const contractIds = error.resources.flatMap(([type, id]) => (type === "CONTRACT_ID" ? id : []));
    return rejectSubmission(
      report,
      error,
      collectConfirmingPartiesOfInputs(state, admitted, contractIds),
    );
  }
  const timeError =
    checkLedgerTime(attempt.ledgerTime, report.recordTime, context) ??
    (signed && findSignedTransactionExpiryError(signed, report.recordTime, context));
  if (timeError !== undefined) {
    return rejectSubmission(report, timeError, collectConfirmingParties(attempt.transaction));
  }
  reserveForOverlapping(context, admitted, attempt);
  return acceptSubmission(report, attempt, context.seed);
};

/** Raises SUBMISSION_ALREADY_IN_FLIGHT if an overlapping submission has the same change id. */
const requireNotInFlight = ({ receivedSubmission, submission }: AdmittedSubmission): void => {
  const other = receivedSubmission?.findChange(createChangeIdKey(submission));
  if (other !== undefined) throw alreadyInFlightError(submission, other);
};

/**
 * Reserves the change id, and locks the consumed contracts, for overlapping submissions, so that
 * these fail with SUBMISSION_ALREADY_IN_FLIGHT or with the error for locked contracts.
 */
const reserveForOverlapping = (
  { config }: LedgerDecisionInputs,
  { receivedSubmission, submission }: AdmittedSubmission,
  {
    synchronizerId,
    inputs,
    consumed,
  }: Extract<RoutedTransactionOrConflict, { kind: "transaction" }>,
): void => {
  if (receivedSubmission === undefined) return;
  const flight = toInFlightSubmissionDetails(submission, synchronizerId, config);
  if (submission.commandId !== "") {
    receivedSubmission.recordChange(createChangeIdKey(submission), flight);
  }
  for (const [contractId, contract] of consumed) {
    if (inputs.has(contractId)) receivedSubmission.recordConsumption(contract, synchronizerId);
  }
};

/**
 * Interprets and routes a submission, signed or not. Raises the errors after which nothing is
 * written to the ledger.
 */
export const interpretAndRouteSubmission = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  admitted: AdmittedSubmission,
): RoutedTransactionOrConflict => {
  const { signed, synchronizerId } = admitted;
  const attempt =
    signed === undefined || synchronizerId === undefined
      ? interpretAndRouteUnsignedSubmission(state, context, admitted)
      : interpretAndRouteSignedSubmission(state, context, { ...admitted, signed, synchronizerId });
  return admitted.losesRaces === true ? toConflictAttempt(attempt) : attempt;
};

/**
 * Returns the attempt as if it had lost a race for its inputs. A transaction without inputs cannot
 * lose a race and is returned unchanged.
 */
const toConflictAttempt = (attempt: RoutedTransactionOrConflict): RoutedTransactionOrConflict => {
  if (attempt.kind === "conflict" || attempt.inputs.size === 0) return attempt;
  const { synchronizerId, inputs } = attempt;
  return {
    kind: "conflict",
    synchronizerId,
    error: createLockedContractsError([...inputs.keys()]),
  };
};

const acceptSubmission = (
  report: CompletionData,
  { ledgerTime, transaction }: Extract<RoutedTransactionOrConflict, { kind: "transaction" }>,
  seed: Uint8Array,
): LedgerDecision<SubmissionOutcome> => {
  const { before, offset, submission, synchronizerId, recordTime } = report;
  const update: MutableObject<TransactionUpdate> = {
    kind: "transaction",
    updateId: deriveUpdateId(seed, "transaction"),
    offset,
    synchronizerId,
    recordTime,
    submission,
    effectiveAt: ledgerTime,
    transaction,
  };
  addOrigin(update, report);
  const completion = createCompletion(report, { kind: "accepted", updateId: update.updateId });
  return {
    events: appendEvent(before, { kind: "transactionCommitted", update, completion }),
    outcome: { kind: "accepted", update },
  };
};

const rejectSubmission = (
  report: CompletionData,
  found: ErrorDetails,
  confirming: readonly Party[] = [],
): LedgerDecision<SubmissionOutcome> => {
  const verdict = createVerdictContext(found, report, confirming);
  const error = { ...found, context: { ...found.context, ...verdict } };
  const completion = createCompletion(report, { kind: "rejected", error });
  return {
    events: appendEvent(report.before, { kind: "commandRejected", completion }),
    outcome: { kind: "rejected", error },
  };
};

/**
 * Returns the additional error context of a verdict: the participant, the confirming parties and
 * the synchronizer; undefined for other errors.
 */
const createVerdictContext = (
  { code }: ErrorDetails,
  { verdictBy, synchronizerId, protocolVersion }: CompletionData,
  confirming: readonly Party[],
) =>
  code.startsWith("LOCAL_VERDICT_")
    ? {
        reported_by_participant_id: `PAR::${verdictBy}`,
        psid: formatSynchronizerIdForErrors(synchronizerId, protocolVersion),
        confirming_parties: [...confirming, verdictBy].join(", "),
      }
    : undefined;

/**
 * Returns the list with the event appended. A list of one event is created separately because it
 * then takes less memory, and the journal keeps the list.
 */
const appendEvent = (
  before: readonly JournalEvent[],
  event: JournalEvent,
): readonly JournalEvent[] => (before.length === 0 ? [event] : [...before, event]);

/**
 * Returns the completion. Copies field by field, because spreading the object takes ten times as
 * long.
 */
const createCompletion = (report: CompletionData, outcome: CompletionOutcome): Completion => {
  const { offset, submission, synchronizerId, recordTime, deduplicationPeriod } = report;
  const completion: MutableObject<Completion> = {
    offset,
    submission,
    synchronizerId,
    recordTime,
    deduplicationPeriod,
    outcome,
  };
  addOrigin(completion, report);
  return completion;
};

/** A mutable object under construction. */
type MutableObject<Of> = { -readonly [Name in keyof Of]: Of[Name] };

/** Adds the trace context and the hash, which only some submissions have. */
const addOrigin = (
  open: MutableObject<Pick<Completion, "traceContext" | "externalTransactionHash">>,
  { traceContext, externalHash }: CompletionData,
): void => {
  if (traceContext !== undefined) open.traceContext = traceContext;
  if (externalHash !== undefined) open.externalTransactionHash = externalHash;
};

/**
 * Returns the submission with its missing ids filled in. If both ids are missing, they are the
 * same.
 */
const fillMissingIds = (submission: Submission, seed: Uint8Array): Submission => {
  const { userId, workflowId, actAs } = submission;
  const submissionId = submission.submissionId || deriveUuid(seed, "submission id");
  const commandId = submission.commandId || submissionId;
  return { userId, commandId, workflowId, submissionId, actAs };
};

/**
 * Returns the record time: the current time, or the synchronizer's newest record time if that is
 * later.
 */
const computeRecordTime = (
  state: LedgerState,
  synchronizerId: SynchronizerId,
  now: Micros,
): Micros => {
  const synchronizer = state.synchronizers.find(({ id }) => id === synchronizerId);
  return synchronizer === undefined ? now : computeNextRecordTime(synchronizer, now);
};

const checkLedgerTime = (
  ledgerTime: Micros,
  recordTime: Micros,
  { config: { ledgerTimeToleranceMicros: tolerance } }: LedgerDecisionInputs,
): ErrorDetails | undefined => {
  const difference = ledgerTime > recordTime ? ledgerTime - recordTime : recordTime - ledgerTime;
  if (difference <= tolerance) return undefined;
  return ledgerError("LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND", {
    cause:
      `Ledger time and record time differ by ${formatIsoDuration(difference)}, ` +
      `at most ${formatIsoDuration(tolerance)} are allowed. The ledger's clock is before the newest update.`,
  }).details;
};
