import type { Submission } from "./model/intent.ts";

/** Something that a client has asked for, and what became of it. */
export interface Attempt {
  /** Those that began earlier have smaller ones. */
  readonly number: number;
  /** Comes back with the update, so that it tells which attempt it is of. */
  readonly workflowId: string;
  readonly submission: Submission;
  readonly change: string;
  /** Of a reassignment, which has no intents. */
  readonly moves?: readonly string[];
  readonly circumstances: Circumstances;
  /** Why it might have been refused when it came. */
  readonly obstacles: readonly string[];
  /** The clients that sent it may be told nothing, or not the truth. */
  readonly isJudged: boolean;
  outcome: "pending" | "accepted" | "refused" | "unknown" | "cut";
  /** On any branch of history. */
  readonly updateIds: Set<string>;
}

/** What excuses a refusal when it changes. */
export interface Circumstances {
  readonly epoch: number;
  readonly failures: number;
  readonly elapsedMillis: number;
  readonly moves: number;
  readonly rights: number;
  readonly pending: number;
}
