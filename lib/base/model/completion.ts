import type { ErrorDetails } from "../errors/ledger-error.ts";
import type { Micros, Offset, SynchronizerId, UpdateId } from "../identifiers/identifiers.ts";
import type { Submission, TraceContext } from "./update.ts";

/** From which point on an accepted command with the same change id counts as a duplicate. */
export type DeduplicationPeriod =
  | { readonly kind: "duration"; readonly micros: bigint }
  | { readonly kind: "offset"; readonly offset: Offset };

/** The outcome of a submission that reached the ledger (ledger-api.md 3.3). */
export interface Completion {
  readonly offset: Offset;
  readonly submission: Submission;
  readonly synchronizerId: SynchronizerId;
  readonly recordTime: Micros;
  /** As reported to clients; absent where the reference reports none. */
  readonly deduplicationPeriod?: DeduplicationPeriod;
  readonly traceContext?: TraceContext;
  /** What was signed, in lowercase hex; absent for what the participant submitted itself. */
  readonly externalTransactionHash?: string;
  readonly outcome: CompletionOutcome;
}

/** What became of a submission: its update, or the error that rejected it. */
export type CompletionOutcome =
  | { readonly kind: "accepted"; readonly updateId: UpdateId }
  | { readonly kind: "rejected"; readonly error: ErrorDetails };
