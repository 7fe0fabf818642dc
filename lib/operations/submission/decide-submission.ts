import { type ErrorDetails, ledgerError } from "../../base/errors/ledger-error.ts";
import type {
  Micros,
  Offset,
  ParticipantId,
  Party,
  SynchronizerId,
} from "../../base/identifiers/identifiers.ts";
import { shownSynchronizerId } from "../../base/identifiers/physical-synchronizer-id.ts";
import type {
  Completion,
  CompletionOutcome,
  DeduplicationPeriod,
} from "../../base/model/completion.ts";
import type { Submission, TraceContext, TransactionUpdate } from "../../base/model/update.ts";
import { formatDuration } from "../../base/values/time.ts";
import { seededUpdateId, seededUuid } from "../../contracts/transaction/seeded-ids.ts";
import type { Decision, DecisionContext } from "../../ledger/port/decision.ts";
import type { LedgerEvent } from "../../ledger/state/ledger-event.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { nextRecordTime } from "../../ledger/state/record-time.ts";
import { reassignInputs } from "../reassignments/reassign-inputs.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { attemptSigned } from "./attempt-signed.ts";
import { type Attempt, attemptTransaction } from "./attempt-transaction.ts";
import { checkReplay, checkSigningTerms } from "./check-signed.ts";
import { confirmingRoots, confirmingUse } from "./confirming-parties.ts";
import { deduplicate } from "./deduplicate.ts";
import { lockedContracts } from "./locked-contracts.ts";

/** What became of a submission that reached the ledger; either way there is a completion. */
export type SubmissionOutcome =
  | { readonly kind: "accepted"; readonly update: TransactionUpdate }
  | { readonly kind: "rejected"; readonly error: ErrorDetails };

/** What is known of a submission before it is known how it came out. */
interface Report {
  /** What was reassigned for it, whatever becomes of it. */
  readonly before: readonly LedgerEvent[];
  readonly offset: Offset;
  readonly submission: Submission;
  readonly synchronizerId: SynchronizerId;
  readonly recordTime: Micros;
  readonly deduplicationPeriod: DeduplicationPeriod;
  readonly traceContext: TraceContext | undefined;
  readonly externalHash: string | undefined;
  readonly verdictBy: ParticipantId;
  /** Of the synchronizer, with its protocol version. */
  readonly psid: string;
}

/**
 * What a submission does to a state: it is interpreted, routed, deduplicated and checked against what
 * happened since it came (ledger-api.md 3.6.2). Pure.
 *
 * A failure to interpret or to route throws its LedgerError and leaves nothing; so does one to bring
 * the inputs to one synchronizer. From deduplication on a failure is an outcome and leaves a
 * completion, and the inputs where they were brought to.
 */
export const decideSubmission = (
  state: LedgerState,
  context: DecisionContext,
  admitted: AdmittedSubmission,
): Decision<SubmissionOutcome> =>
  decideAttempt(state, context, { admitted, attempt: attemptSubmission(state, context, admitted) });

/** The seed of decisions that are made to see whether they can be made, and not written. */
export const rehearsalSeed: Uint8Array = new Uint8Array(32);

/** A submission, and what came of interpreting and routing it. */
export interface AttemptedSubmission {
  readonly admitted: AdmittedSubmission;
  readonly attempt: Attempt;
}

/** As {@link decideSubmission}, of what is interpreted and routed already. */
export const decideAttempt = (
  state: LedgerState,
  context: DecisionContext,
  { admitted, attempt }: AttemptedSubmission,
): Decision<SubmissionOutcome> => {
  const submission = withIds(admitted.submission, context.seed);
  const { period, error: repetition } = deduplicate(state, {
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
  const movement = { moves, target: synchronizerId, submission, traceContext };
  const before = reassignInputs(state, context, movement);
  const report: Report = {
    before,
    offset: state.ledgerEnd + before.length + 1,
    submission,
    synchronizerId,
    recordTime: recordTimeOf(state, synchronizerId, context.now),
    deduplicationPeriod: period,
    traceContext,
    externalHash: admitted.signed?.hash,
    verdictBy: state.participantId,
    psid: shownSynchronizerId(synchronizerId, context.config.protocolVersion),
  };
  const replay = checkReplay(state, admitted.signed);
  if (repetition !== undefined) return reject(report, repetition);
  if (replay !== undefined) return reject(report, replay);
  if (attempt.kind === "conflict") {
    const { error } = attempt;
    const contractIds = error.resources.flatMap(([type, id]) => (type === "CONTRACT_ID" ? id : []));
    return reject(report, error, confirmingUse(state, admitted, contractIds));
  }
  const untimely =
    checkLedgerTime(attempt.ledgerTime, report.recordTime, context) ??
    checkSigningTerms(admitted.signed, report.recordTime, context);
  if (untimely !== undefined) {
    return reject(report, untimely, confirmingRoots(attempt.transaction));
  }
  return accept(report, attempt, context.seed);
};

/** Interprets and routes a submission, signed or not. Raises what leaves nothing on the ledger. */
export const attemptSubmission = (
  state: LedgerState,
  context: DecisionContext,
  admitted: AdmittedSubmission,
): Attempt => {
  const { signed, synchronizerId } = admitted;
  const attempt =
    signed === undefined || synchronizerId === undefined
      ? attemptTransaction(state, context, admitted)
      : attemptSigned(state, context, { ...admitted, signed, synchronizerId });
  return admitted.losesRaces === true ? lostRace(attempt) : attempt;
};

/** Of a transaction that uses no contract of the ledger, nobody else wants any. */
const lostRace = (attempt: Attempt): Attempt => {
  if (attempt.kind === "conflict" || attempt.inputs.size === 0) return attempt;
  const { synchronizerId, inputs } = attempt;
  return { kind: "conflict", synchronizerId, error: lockedContracts([...inputs.keys()]) };
};

const accept = (
  report: Report,
  { ledgerTime, transaction }: Extract<Attempt, { kind: "transaction" }>,
  seed: Uint8Array,
): Decision<SubmissionOutcome> => {
  const { before, offset, submission, synchronizerId, recordTime } = report;
  const update: Open<TransactionUpdate> = {
    kind: "transaction",
    updateId: seededUpdateId(seed, "transaction"),
    offset,
    synchronizerId,
    recordTime,
    submission,
    effectiveAt: ledgerTime,
    transaction,
  };
  noteOrigin(update, report);
  const completion = completed(report, { kind: "accepted", updateId: update.updateId });
  return {
    events: following(before, { kind: "transactionCommitted", update, completion }),
    outcome: { kind: "accepted", update },
  };
};

const reject = (
  report: Report,
  found: ErrorDetails,
  confirming: readonly Party[] = [],
): Decision<SubmissionOutcome> => {
  const verdict = verdictContext(found, report, confirming);
  const error = { ...found, context: { ...found.context, ...verdict } };
  const completion = completed(report, { kind: "rejected", error });
  return {
    events: following(report.before, { kind: "commandRejected", completion }),
    outcome: { kind: "rejected", error },
  };
};

/** A verdict says who has reached it, for whom, and where. */
const verdictContext = (
  { code }: ErrorDetails,
  { verdictBy, psid }: Report,
  confirming: readonly Party[],
) =>
  code.startsWith("LOCAL_VERDICT_")
    ? {
        reported_by_participant_id: `PAR::${verdictBy}`,
        psid,
        confirming_parties: [...confirming, verdictBy].join(", "),
      }
    : undefined;

/** A list of one takes less room this way: it stays in the journal. */
const following = (before: readonly LedgerEvent[], event: LedgerEvent): readonly LedgerEvent[] =>
  before.length === 0 ? [event] : [...before, event];

/** Field by field, as copying the whole report costs ten times as much. */
const completed = (report: Report, outcome: CompletionOutcome): Completion => {
  const { offset, submission, synchronizerId, recordTime, deduplicationPeriod } = report;
  const completion: Open<Completion> = {
    offset,
    submission,
    synchronizerId,
    recordTime,
    deduplicationPeriod,
    outcome,
  };
  noteOrigin(completion, report);
  return completion;
};

/** What is not complete yet. */
type Open<Of> = { -readonly [Name in keyof Of]: Of[Name] };

/** What only some submissions have. */
const noteOrigin = (
  open: Open<Pick<Completion, "traceContext" | "externalTransactionHash">>,
  { traceContext, externalHash }: Report,
): void => {
  if (traceContext !== undefined) open.traceContext = traceContext;
  if (externalHash !== undefined) open.externalTransactionHash = externalHash;
};

/** The submission with the ids that were left to the ledger. One fresh id serves as both. */
const withIds = (submission: Submission, seed: Uint8Array): Submission => {
  const { userId, workflowId, actAs } = submission;
  const submissionId = submission.submissionId || seededUuid(seed, "submission id");
  const commandId = submission.commandId || submissionId;
  return { userId, commandId, workflowId, submissionId, actAs };
};

/** Never before the newest event of the synchronizer. */
const recordTimeOf = (state: LedgerState, synchronizerId: SynchronizerId, now: Micros): Micros => {
  const synchronizer = state.synchronizers.find(({ id }) => id === synchronizerId);
  return synchronizer === undefined ? now : nextRecordTime(synchronizer, now);
};

const checkLedgerTime = (
  ledgerTime: Micros,
  recordTime: Micros,
  { config: { ledgerTimeToleranceMicros: tolerance } }: DecisionContext,
): ErrorDetails | undefined => {
  const difference = ledgerTime > recordTime ? ledgerTime - recordTime : recordTime - ledgerTime;
  if (difference <= tolerance) return undefined;
  return ledgerError("LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND", {
    cause:
      `Ledger time and record time differ by ${formatDuration(difference)}, ` +
      `${formatDuration(tolerance)} are tolerated: the ledger's clock is not where its journal is.`,
  }).details;
};
