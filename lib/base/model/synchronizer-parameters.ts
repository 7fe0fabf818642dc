/** Parameters of a synchronizer, and of its use by this participant. */
export interface SynchronizerParameters {
  /**
   * Priority as a whole number; the default is 0. If several synchronizers can execute a
   * transaction, it goes to the one with the highest priority.
   */
  readonly priority: number;
  /**
   * Time in which only the party that unassigned contracts may assign them to this synchronizer, in
   * microseconds; 0 for none. If absent, the ledger's limit `assignmentExclusivityMicros` applies.
   */
  readonly assignmentExclusivityMicros?: bigint;
  /**
   * True if the ledger assigns contracts to this synchronizer automatically when the exclusivity
   * time has passed. Has no effect if that time is 0.
   */
  readonly automaticAssignment: boolean;
}

/** The default parameters of a synchronizer. */
export const defaultSynchronizerParameters: SynchronizerParameters = Object.freeze({
  priority: 0,
  automaticAssignment: true,
});
