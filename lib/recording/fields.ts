/** Positions in a ledger: whoever else writes to it moves them. */
const offsets: ReadonlySet<string> = new Set([
  "offset",
  "completionOffset",
  "activeAtOffset",
  "beginExclusive",
  "endInclusive",
  "beginOffsetExclusive",
  "endOffsetInclusive",
  "beginOffset",
  "endOffset",
  "participantPrunedUpToInclusive",
  "allDivulgedContractsPrunedUpToInclusive",
]);

/** What no two participants answer alike, or one participant twice: compared by its form. */
const volatile: ReadonlySet<string> = new Set([
  "traceId",
  "correlationId",
  "traceContext",
  "traceparent",
  "tracestate",
  "createdEventBlob",
  "paidTrafficCost",
  "costEstimation",
  "retryInfo",
  "continuationToken",
  "pageToken",
  "nextPageToken",
  "streamContinuationToken",
  "preparedTransaction",
  "preparedTransactionHash",
  "hashingDetails",
  "externalTransactionHash",
  "topologyTransactions",
  "multiHash",
  "resourceVersion",
  // Whether the clock of a ledger can be set.
  "staticTime",
]);

export const isOffsetField = (name: string): boolean => offsets.has(name);

export const isVolatileField = (name: string): boolean => volatile.has(name);
