/** What is agreed on a synchronizer, and how this participant uses it. */
export interface SynchronizerParameters {
  /**
   * Transactions go to the synchronizer with the highest priority, where several can execute them. A
   * whole number; 0 by default.
   */
  readonly priority: number;
  /**
   * How long only the party that unassigned contracts may assign them here, 0 for not at all, in
   * microseconds; the limit of that name when absent.
   */
  readonly assignmentExclusivityMicros?: bigint;
  /**
   * Whether the ledger assigns contracts here itself once that time is over. Without such a time it
   * never does.
   */
  readonly automaticAssignment: boolean;
}

/** Those of a synchronizer about which nothing was said. */
export const defaultSynchronizerParameters: SynchronizerParameters = Object.freeze({
  priority: 0,
  automaticAssignment: true,
});
