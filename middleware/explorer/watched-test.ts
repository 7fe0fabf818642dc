/** A test that has failed, whose ledger a page shows. */
export interface WatchedTest {
  /** What the runner calls it. */
  readonly title: string;
  /** Why it failed, in words; any text. */
  readonly error: string;
  /** Lets the test end; absent where it is over, and its ledger comes from a file. Called once or more. */
  readonly end?: () => void;
}
