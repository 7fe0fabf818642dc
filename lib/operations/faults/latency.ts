/** A range of delays, in microseconds. */
export interface DelayRange {
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * Delays of transactions on a network, by kind of sequencer. The figures are the latencies that
 * Digital Asset tells application developers to expect: 0.5 to 1 second with database sequencers,
 * and "multiple seconds" with blockchain sequencers, for which we use 2 to 5 seconds
 * (https://docs.daml.com/daml/resource-management/latency-and-throughput.html). There are no
 * published figures for reads, so these are not delayed.
 */
export const latencyProfiles = {
  databaseSequencer: { from: 500_000n, to: 1_000_000n },
  blockchainSequencer: { from: 2_000_000n, to: 5_000_000n },
} as const satisfies Record<string, DelayRange>;

/** The names of latency profiles. */
export type LatencyProfileName = keyof typeof latencyProfiles;
