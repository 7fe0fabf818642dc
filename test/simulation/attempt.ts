import type { Submission } from "./model/intent.ts";

/** A request of a client, and its outcome. */
export interface Attempt {
  /** Increasing number, in order of their start. */
  readonly number: number;
  /** The workflow id of the submission, by which the update of this attempt is recognized. */
  readonly workflowId: string;
  readonly submission: Submission;
  readonly change: string;
  /** The ids of the contracts that a reassignment moves; a reassignment has no intents. */
  readonly moves?: readonly string[];
  readonly circumstances: Circumstances;
  /** Valid reasons for a rejection at the time of the request. */
  readonly obstacles: readonly string[];
  /** False if faults may have removed or changed the response. */
  readonly isJudged: boolean;
  outcome: "pending" | "accepted" | "refused" | "unknown" | "cut";
  /** Ids of the updates of this attempt, on any branch of history. */
  readonly updateIds: Set<string>;
}

/** Conditions whose change during an attempt makes a rejection valid. */
export interface Circumstances {
  readonly epoch: number;
  readonly failures: number;
  readonly elapsedMillis: number;
  readonly moves: number;
  readonly rights: number;
  readonly pending: number;
}
