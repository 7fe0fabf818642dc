/** The reason why a submission failed, as far as its parties may know, and the remedy. */
export interface FailureReason {
  /** One or two sentences. */
  readonly cause: string;
  /** One or two sentences. */
  readonly advice: string;
}
