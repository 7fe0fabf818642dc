/**
 * The reason why a submission failed, without facts that its parties may not know, and advice on
 * what to do.
 */
export interface SubmissionFailureExplanation {
  /** One or two sentences. */
  readonly cause: string;
  /** One or two sentences. */
  readonly advice: string;
}
