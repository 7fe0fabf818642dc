import type { Submission } from "./model/intent.ts";

/** A request of a client, and its outcome. */
export interface Attempt {
  /** Increasing number, in order of their start. */
  readonly number: number;
  /** The update contains it, which identifies the attempt. */
  readonly workflowId: string;
  readonly submission: Submission;
  readonly change: string;
  /** The reassigned contracts of a reassignment, which has no intents. */
  readonly moves?: readonly string[];
  readonly circumstances: Circumstances;
  /** Valid reasons for a rejection at the time of the request. */
  readonly obstacles: readonly string[];
  /** False if faults may have removed or changed the response. */
  readonly isJudged: boolean;
  outcome: "pending" | "accepted" | "refused" | "unknown" | "cut";
  /** On any branch of history. */
  readonly updateIds: Set<string>;
}

/** A change of these excuses a rejection. */
export interface Circumstances {
  readonly epoch: number;
  readonly failures: number;
  readonly elapsedMillis: number;
  readonly moves: number;
  readonly rights: number;
  readonly pending: number;
}
