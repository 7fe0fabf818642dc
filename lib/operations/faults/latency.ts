/** In microseconds. */
export interface DelaySpan {
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * How long transactions take on a network, by what orders them there. Figures are those that Digital Asset publishes for
 * the design of applications, as expected latencies of ledger transactions: 0.5 to 1 second with database sequencers, and
 * multiple seconds, which is taken for 2 to 5 here, with blockchain sequencers
 * (https://docs.daml.com/daml/resource-management/latency-and-throughput.html). Nothing is published of reads, so these are
 * not delayed.
 */
export const latencyProfiles = {
  databaseSequencer: { from: 500_000n, to: 1_000_000n },
  blockchainSequencer: { from: 2_000_000n, to: 5_000_000n },
} as const satisfies Record<string, DelaySpan>;

/** The names of latencies that are there to be chosen. */
export type LatencyProfile = keyof typeof latencyProfiles;
