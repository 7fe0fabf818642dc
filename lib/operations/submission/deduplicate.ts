import { type ErrorDetails, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Micros, Offset, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import { formatSynchronizerIdForErrors } from "../../base/identifiers/protocol-version.ts";
import type { Completion, DeduplicationPeriod } from "../../base/model/completion.ts";
import type { Submission } from "../../base/model/update.ts";
import { formatIsoDuration, minTimestampMicros } from "../../base/values/time.ts";
import type { LedgerConfig } from "../../ledger/port/config.ts";
import { findAcceptedCompletion, formatChangeId } from "../../ledger/state/accepted-completions.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";

/**
 * The result of deduplication: the period to report in the completion, and the error, if any
 * (ledger-api.md 3.3).
 */
export interface DeduplicationResult {
  readonly period: DeduplicationPeriod;
  /** Present if the submission is rejected: DUPLICATE_COMMAND or INVALID_DEDUPLICATION_PERIOD. */
  readonly error?: ErrorDetails;
}

export interface DeduplicationInput {
  readonly submission: Submission;
  /** True if the ledger has just created the command id, so that it cannot be a duplicate. */
  readonly isFresh: boolean;
  /** Undefined means the maximum period. */
  readonly requested: DeduplicationPeriod | undefined;
  /** The synchronizer that executes the submission. */
  readonly synchronizerId: SynchronizerId;
  readonly now: Micros;
  readonly config: LedgerConfig;
}

/**
 * Compares a submission with the latest accepted one of the same user, acting parties and command
 * id (ledger-api.md 3.6.3). Rejected submissions do not count. Pure; O(log ledger size).
 */
export const deduplicateSubmission = (
  state: LedgerState,
  input: DeduplicationInput,
): DeduplicationResult => {
  const accepted = input.isFresh
    ? undefined
    : findAcceptedCompletion(state.acceptedChanges, input.submission);
  const tooEarly =
    findStartBeforeTimeError(input) ??
    (accepted === undefined ? findPrunedStartError(state, input) : undefined);
  if (tooEarly !== undefined) return { period: { kind: "duration", micros: 0n }, error: tooEarly };
  if (accepted === undefined) return state.prunedUpTo === 0 ? neverAccepted : sincePruning(state);
  if (!isWithinPeriod(input, accepted)) {
    return { period: { kind: "offset", offset: accepted.offset } };
  }
  return {
    period: { kind: "offset", offset: accepted.offset - 1 },
    error: duplicateCommandDetails(input, accepted),
  };
};

/**
 * The result for a change id that was never accepted. All completions share this object to save
 * memory.
 */
const neverAccepted: DeduplicationResult = { period: { kind: "offset", offset: 0 } };

/** Returns the result for a pruned ledger, which does not know earlier accepted submissions. */
const sincePruning = ({ prunedUpTo }: LedgerState): DeduplicationResult => ({
  period: { kind: "offset", offset: prunedUpTo },
});

const isWithinPeriod = (
  input: DeduplicationInput,
  { offset, recordTime: acceptedAt }: Completion,
): boolean => {
  const { requested, now, config } = input;
  if (requested?.kind === "offset") return offset > requested.offset;
  const micros = requested?.micros ?? config.maxDeduplicationMicros;
  // A period of zero covers nothing, even if the clock is frozen and both submissions have the same
  // time.
  return micros > 0n && acceptedAt >= now - micros;
};

/** Returns the error for a period that begins before the earliest time. */
const findStartBeforeTimeError = (input: DeduplicationInput): ErrorDetails | undefined => {
  const { requested, now } = input;
  if (requested?.kind !== "duration" || now - requested.micros >= minTimestampMicros) {
    return undefined;
  }
  return ledgerError("INVALID_DEDUPLICATION_PERIOD", {
    cause: "The deduplication period begins before the year 1.",
    context: {
      longest_duration: formatIsoDuration(now - minTimestampMicros),
      ...changeContext(input),
    },
    definiteAnswer: true,
  }).details;
};

/**
 * Returns the error for a requested period that begins in the pruned part of the ledger, whose
 * submissions are unknown. The default period is not checked: otherwise no submission would be
 * possible after pruning.
 */
const findPrunedStartError = (
  state: LedgerState,
  input: DeduplicationInput,
): ErrorDetails | undefined => {
  const { requested, now } = input;
  const { prunedUpTo } = state;
  if (prunedUpTo === 0 || requested === undefined) return undefined;
  const isTooEarly =
    requested.kind === "offset"
      ? requested.offset < prunedUpTo
      : requested.micros > 0n && now - requested.micros <= prunedUntil(state);
  if (!isTooEarly) return undefined;
  return ledgerError("INVALID_DEDUPLICATION_PERIOD", {
    cause:
      "The deduplication period begins in the pruned part of the ledger; " +
      `it may begin at offset ${prunedUpTo} at the earliest.`,
    context: { earliest_offset: String(prunedUpTo), ...changeContext(input) },
    definiteAnswer: true,
  }).details;
};

/** Returns an upper bound of the record times of pruned updates. */
const prunedUntil = (state: LedgerState): Micros => {
  for (const [, { update, completion }] of state.log.entries(state.prunedUpTo + 1)) {
    const recordTime = update?.recordTime ?? completion?.recordTime;
    if (recordTime !== undefined) return recordTime;
  }
  return state.synchronizers.reduce<Micros>(
    (latest, { recordTime }) => (recordTime > latest ? recordTime : latest),
    0n,
  );
};

const duplicateCommandDetails = (
  input: DeduplicationInput,
  { offset, submission: { submissionId } }: Completion,
): ErrorDetails =>
  ledgerError("DUPLICATE_COMMAND", {
    cause: "A command with the same user, acting parties and command id was accepted before.",
    context: {
      completion_offset: offsetText(offset),
      existingSubmissionId: `Some(${submissionId})`,
      accepted: "true",
      ...changeContext(input),
    },
    definiteAnswer: true,
  }).details;

/** Returns the context of an error: the change id and the synchronizer. */
const changeContext = ({ submission, synchronizerId, config }: DeduplicationInput) => ({
  changeId: formatChangeId(submission),
  psid: formatSynchronizerIdForErrors(synchronizerId, config.protocolVersion),
});

const offsetText = (offset: Offset): string => String(offset);
