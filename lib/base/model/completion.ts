import type { ErrorDetails } from "../errors/ledger-error.ts";
import type { Micros, Offset, SynchronizerId, UpdateId } from "../identifiers/identifiers.ts";
import type { Submission, TraceContext } from "./update.ts";

/**
 * The deduplication period: a command is a duplicate if a command with the same change id was
 * accepted in this period.
 */
export type DeduplicationPeriod =
  | { readonly kind: "duration"; readonly micros: bigint }
  | { readonly kind: "offset"; readonly offset: Offset };

/** The completion of a submission: its outcome, at an offset of the ledger (ledger-api.md 3.3). */
export interface Completion {
  readonly offset: Offset;
  readonly submission: Submission;
  readonly synchronizerId: SynchronizerId;
  readonly recordTime: Micros;
  /** The period that clients see; absent if a participant would report none. */
  readonly deduplicationPeriod?: DeduplicationPeriod;
  readonly traceContext?: TraceContext;
  /** Lowercase hex of the hash that external parties signed; absent for other transactions. */
  readonly externalTransactionHash?: string;
  readonly outcome: CompletionOutcome;
}

/** The outcome of a submission: its update, or the error that rejected it. */
export type CompletionOutcome =
  | { readonly kind: "accepted"; readonly updateId: UpdateId }
  | { readonly kind: "rejected"; readonly error: ErrorDetails };
