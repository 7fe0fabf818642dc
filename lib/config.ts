/** Limits and defaults of a ledger; the defaults are those of ledger-api.md 7. */
export interface LedgerConfig {
  readonly version: string;
  readonly maxDeduplicationMicros: bigint;
  readonly tapsMaxPasses: number;
  readonly tapsMaxPassesLimit: number;
  readonly maxUsersPageSize: number;
  readonly maxRightsPerUser: number;
  readonly maxPartiesPageSize: number;
  readonly maxVettedPackagesPageSize: number;
  readonly maxIdentityProviderConfigs: number;
  readonly maxAnnotationsBytes: number;
  /** ledger-api.md 4.1: M and W. */
  readonly maxListElements: number;
  readonly listWaitMillis: number;
  readonly defaultUpdatesPageSize: number;
  readonly maxUpdatesPageSize: number;
  readonly defaultActiveContractsPageSize: number;
  readonly maxActiveContractsPageSize: number;
  readonly checkpointIntervalMillis: number;
  readonly checkpointIdleMillis: number;
  readonly maxCheckpointDelaySeconds: number;
  readonly maxCommandsInFlight: number;
  readonly commandTrackingMillis: number;
  readonly ledgerTimeToleranceMicros: bigint;
  readonly maxValueNesting: number;
  readonly maxHistoryPageSize: number;
}
