/** Fields that contain offsets. Offsets shift if other clients write to the ledger. */
const offsetFieldNames: ReadonlySet<string> = new Set([
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

/**
 * Fields whose values differ between participants or between two calls. Only the kind of the value
 * is compared.
 */
const volatileFieldNames: ReadonlySet<string> = new Set([
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
  // This field is true if the ledger's clock can be set.
  "staticTime",
]);

export const isOffsetField = (name: string): boolean => offsetFieldNames.has(name);

export const isVolatileField = (name: string): boolean => volatileFieldNames.has(name);
