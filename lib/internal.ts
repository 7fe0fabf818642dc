/**
 * Internal exports for `fixtures` and `middleware`. They are not part of the public API and may change at
 * any time.
 */
export type { CodeCoverageRecorder } from "./contracts/engine/code-execution-record.ts";
export type { ContractEngine } from "./contracts/engine/contract-engine.ts";
export type {
  ChoiceSignature,
  InterfaceSignature,
  TemplateSignature,
} from "./contracts/engine/package-signature.ts";
export type { PackageRegistry } from "./contracts/packages/registry.ts";
export { encodeCreatedEventBlob } from "./contracts/transaction/created-event-blob.ts";
export { appendToErrorMessage } from "./base/errors/append-to-error-message.ts";
export { assertSameLibraryCopy } from "./base/errors/copies.ts";
export { createInvalidArgumentError } from "./base/errors/argument-error.ts";
export { categoryByErrorCode } from "./base/errors/catalogue.ts";
export {
  anyValueCheck,
  functionOptionCheck,
  createCountOptionCheck,
  booleanOptionCheck,
  createOptionCheck,
  createListCheck,
  createOneOfCheck,
  findOptionFault,
  type OptionChecks,
  createOptionsObjectCheck,
  requireWellFormedOptions,
  secretOptionCheck,
  textOptionCheck,
} from "./base/errors/options.ts";
export { prefixErrorPath } from "./base/errors/ledger-error.ts";
export {
  type TextComparisonBudget,
  createTextComparisonBudget,
  findMostSimilarText,
} from "./base/errors/nearest.ts";
export {
  // Published as `ContractIdHex` and `PartyId`.
  type ContractId,
  getNameBeforeNamespace,
  getNamespace,
  type Party,
  splitTypeId,
} from "./base/identifiers/identifiers.ts";
export { getStakeholders } from "./base/model/contract.ts";
export type { CreateNode, ExerciseNode, Node } from "./base/model/node.ts";
export type {
  ReassignmentEvent,
  ReassignmentUpdate,
  Submission,
  TopologyUpdate,
  TransactionUpdate,
  UnassignedEvent,
} from "./base/model/update.ts";
export { requireWellFormedLedgerOptions } from "./ledger-options.ts";
export {
  processWideScheduler,
  TimeSlice,
  type ScheduledWorkOptions,
} from "./base/scheduling/fair-scheduler.ts";
export { computeSha256HexDigest } from "./base/values/digest.ts";
export { subtractJsonLength } from "./base/values/json-size.ts";
export { truncateText } from "./base/errors/truncate-text.ts";
export { getCallerUserId } from "./operations/authorization/caller.ts";
export {
  eventLoopIterationsBetweenSlices,
  yieldToEventLoop,
} from "./base/scheduling/yield-to-event-loop.ts";
export { machineTimeSource } from "./ledger/clock/time-sources.ts";
export { refusedByJsonLayerError } from "./base/values/json-error.ts";
export { parseInstant } from "./base/values/instant.ts";
export {
  getOverlappingSubmissionRegistry,
  ReceivedSubmission,
} from "./ledger/port/overlapping-submissions.ts";
export { getUnsettledCalls } from "./ledger/port/unsettled-calls.ts";
export {
  expectedApiVersionsText,
  type ApiVersionRules,
  getApiVersionRules,
} from "./ledger/port/api-version.ts";
export type { PackageValidityPeriod } from "./base/model/vetting.ts";
export { isJsonObject } from "./base/values/json-object.ts";
export { hasMoreJsonValuesThan, isParsedJsonNestedDeeperThan } from "./base/values/json-size.ts";
export { formatIsoDuration } from "./base/values/time.ts";
export { toDurationMicros } from "./base/values/time-input.ts";
export {
  findValueJsonNameFault,
  findPartiesInJson,
  findValueJsonFaults,
} from "./base/values/value-places.ts";
export { formatNumberWithoutExponent } from "./base/values/numeric.ts";
export { substituteTypeVariables } from "./base/values/substitute.ts";
export { checkHistoryArchive } from "./ledger/replay/check-history-archive.ts";
export { dumpOf } from "./ledger/stores/text/dump.ts";
export { loadEntries } from "./ledger/stores/text/load-entries.ts";
export { createCoinHistoryAdapter } from "./operations/history/coin-history-rules.ts";
export { getCoinHistoryPageLazily } from "./operations/history/coin-history-page.ts";
export {
  getLedgerCallObservers,
  type LedgerCallObservers,
  observeLedgerCalls,
} from "./operations/request-journal/ledger-call-observers.ts";
export {
  BoundedCallFactRecorder,
  toJournaledCallError,
  listFactsDecidingCallOutcome,
} from "./operations/request-journal/bounded-call-fact-recorder.ts";
export { createHarEntries, toHar } from "./operations/request-journal/har.ts";
export { toCoinHistoryRecordJson } from "./operations/history/coin-history-record-json.ts";
export { readCoinHistoryRecordJson } from "./operations/history/read-coin-history-record-json.ts";
export { streamActiveContractsInSlices } from "./operations/queries/active-contracts.ts";
export { getActiveContractsPageLazily } from "./operations/queries/active-contracts-page.ts";
export { scheduleIfRequestingViews } from "./operations/requests/schedule-if-requesting-views.ts";
export { runItemsInTimeSlices } from "./operations/queries/stepwise-iterable.ts";
export {
  isAnyLiveStreamBehind,
  type LiveStreamProgress,
  getLiveStreams,
} from "./operations/queries/open-tails.ts";
export { createStalePageToken } from "./operations/queries/sealed-token.ts";
export { getUpdatesPageLazily } from "./operations/queries/updates-page.ts";
export {
  createTaggedVariantReader,
  type JsonObject,
  createListReader,
  createMapJsonReader,
  readOptionalJsonField,
  parseJsonInteger,
  readOptionalList,
  readOptionalText,
  readWithErrorPath,
  readBoolean,
  type JsonReader,
  readJsonObject,
  readJsonString,
  readTimestamp,
  readRequiredJsonField,
} from "./views/envelope/readers.ts";
export type { ReassignmentJson } from "./views/envelope/reassignment-json.ts";
export { giveTestKey } from "./testing/give-test-key.ts";
export { testKeyPair } from "./testing/key-pair.ts";
export { signPrepared } from "./testing/sign-prepared.ts";
export { tokenFor } from "./testing/token.ts";
export {
  findEffectiveNodes,
  findTransientContracts,
} from "./views/visibility/find-effective-nodes.ts";
export {
  decodeGeneratedContracts,
  encodeFieldsOfGeneratedType,
  isTypeGeneratedByCodegen,
  getDecodedPayload,
  getPackageNameTypeReference,
} from "./operations/typed/generated-types.ts";
export {
  encodePayloadFields,
  normalizePayloadFieldsJson,
} from "./operations/typed/payload-json.ts";
export { isTemplateOrItsInterface } from "./operations/typed/type-names.ts";
export { toTypedContract } from "./operations/typed/to-typed-contract.ts";
export { type FaultRuleRegistry, getFaultRegistry } from "./operations/faults/faults.ts";
export type { FaultMatchableCall } from "./operations/faults/match-call.ts";
export { readFaultRules } from "./operations/faults/read-faults.ts";
export { deriveClaims, requireActiveUser } from "./operations/authorization/claims.ts";
export { streamIfKnownWithinMaximum } from "./operations/queries/collect.ts";
export {
  checkBodyIdMatchesPath,
  type IdInPathAndBody,
} from "./views/envelope/id-in-path-and-body.ts";
export { matchesGrammar, userIdGrammar } from "./base/identifiers/identifier-syntax.ts";
export {
  type ArchivedContractJson,
  searchArchivedContracts,
} from "./operations/search/search-archived.ts";
export { searchActiveContracts } from "./operations/search/search-active-contracts.ts";
export { searchUpdates } from "./operations/search/search-updates.ts";
export { completionJson } from "./views/envelope/completion-json.ts";
