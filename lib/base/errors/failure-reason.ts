/** Why a submission failed, as far as its parties may know, and what to do. */
export interface FailureReason {
  /** One or two sentences. */
  readonly cause: string;
  /** One or two sentences. */
  readonly advice: string;
}
