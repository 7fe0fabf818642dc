import type { ErrorDetails } from "../errors/ledger-error.ts";
import type { Micros, Offset, SynchronizerId, UpdateId } from "../identifiers/identifiers.ts";
import type { Submission, TraceContext } from "./update.ts";

/** The period in which an accepted command with the same change id makes a command a duplicate. */
export type DeduplicationPeriod =
  | { readonly kind: "duration"; readonly micros: bigint }
  | { readonly kind: "offset"; readonly offset: Offset };

/** The outcome of a submission that reached the ledger (ledger-api.md 3.3). */
export interface Completion {
  readonly offset: Offset;
  readonly submission: Submission;
  readonly synchronizerId: SynchronizerId;
  readonly recordTime: Micros;
  /** The form that clients see; absent if a participant reports none. */
  readonly deduplicationPeriod?: DeduplicationPeriod;
  readonly traceContext?: TraceContext;
  /**
   * Lowercase hex of the hash that was signed; absent if the participant submitted the transaction
   * itself.
   */
  readonly externalTransactionHash?: string;
  readonly outcome: CompletionOutcome;
}

/** The outcome of a submission: its update, or the error that rejected it. */
export type CompletionOutcome =
  | { readonly kind: "accepted"; readonly updateId: UpdateId }
  | { readonly kind: "rejected"; readonly error: ErrorDetails };
