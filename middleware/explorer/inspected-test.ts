/** A failed test whose ledger is shown. */
export interface InspectedTest {
  /** Title in the runner. */
  readonly title: string;
  /** Error message. */
  readonly error: string;
  /**
   * Ends the test; absent if the test has ended and its ledger comes from a file. May be called
   * several times.
   */
  readonly end?: () => void;
}
