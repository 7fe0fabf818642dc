/**
 * Entry `ledger-in-a-box/api`: the operations of the JSON Ledger API as functions, with the types of their
 * requests and responses.
 */
// operations
export type { SubmissionFailureExplanation } from "./base/errors/submission-failure-explanation.ts";
export type { LazyErrorExplanation, NeededAuthority } from "./base/errors/ledger-error.ts";
export type { ContractVersionMismatch } from "./base/errors/ledger-error.ts";
export { damlFailureText, type DamlFailureTextOptions } from "./base/errors/daml-failure-text.ts";
export type { IdentityProviderConfigJson } from "./operations/admin/identity-providers/identity-provider-json.ts";
export {
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  listIdentityProviders,
} from "./operations/admin/identity-providers/identity-providers.ts";
export { updateIdentityProvider } from "./operations/admin/identity-providers/update-identity-provider.ts";
export {
  importContracts,
  type ImportContractsRequest,
  type ImportContractsResponse,
} from "./operations/admin/imports/import-contracts.ts";
export type {
  ImportProblem,
  ImportProblemKind,
} from "./operations/admin/imports/import-problem.ts";
export {
  addPackages,
  validatePackages,
  type AddPackagesRequest,
} from "./operations/admin/packages/add-packages.ts";
export {
  checkUpgrade,
  type CheckUpgradeRequest,
} from "./operations/admin/packages/check-upgrade.ts";
export type {
  UpgradeReportPackage,
  ContractUpgradeFailure,
  UpgradeReport,
  ContractUpgradeRule,
} from "./operations/admin/packages/upgrade-report.ts";
export {
  listVettedPackages,
  type ListVettedPackagesResponse,
} from "./operations/admin/packages/list-vetting.ts";
export {
  getPackage,
  getPackageStatus,
  listPackages,
  type PackageStatusJson,
} from "./operations/admin/packages/read-packages.ts";
export {
  getPreferredPackages,
  getPreferredPackageVersion,
  type PackageReferenceJson,
  type PreferredPackagesResponse,
  type PreferredPackageVersionResponse,
} from "./operations/admin/packages/preferred-packages.ts";
export {
  updateVettedPackages,
  type UpdateVettedPackagesResponse,
} from "./operations/admin/packages/update-vetting.ts";
export {
  uploadDar,
  validateDar,
  type UploadDarRequest,
} from "./operations/admin/packages/upload-dar.ts";
export type {
  VettedPackageJson,
  VettedPackagesJson,
} from "./operations/admin/packages/vetting-json.ts";
export {
  allocateParty,
  type AllocatePartyResponse,
} from "./operations/admin/parties/allocate-party.ts";
export {
  hostParty,
  unhostParty,
  type HostingChangeRequest,
} from "./operations/admin/parties/host-party.ts";
export { importParty, type ImportPartyRequest } from "./operations/admin/parties/import-party.ts";
export type { PartyDetailsJson } from "./operations/admin/parties/party-json.ts";
export {
  getParticipantId,
  getParties,
  listParties,
  type ListPartiesResponse,
} from "./operations/admin/parties/read-parties.ts";
export { updateParty } from "./operations/admin/parties/update-party.ts";
export { prune } from "./operations/admin/prune.ts";
export type { ObjectMetaJson } from "./operations/admin/resource-meta/object-meta.ts";
export { createUser } from "./operations/admin/users/create-user.ts";
export { deleteUser } from "./operations/admin/users/delete-user.ts";
export {
  getAuthenticatedUser,
  getUser,
  listUsers,
  type ListUsersResponse,
} from "./operations/admin/users/read-users.ts";
export type { RightJson } from "./operations/admin/users/rights.ts";
export { updateUserIdentityProvider } from "./operations/admin/users/update-user-identity-provider.ts";
export { updateUser } from "./operations/admin/users/update-user.ts";
export type { UserJson } from "./operations/admin/users/user-json.ts";
export {
  grantUserRights,
  listUserRights,
  revokeUserRights,
} from "./operations/admin/users/user-rights.ts";
export {
  anonymousCaller,
  trustedCaller,
  type Caller,
  type Claims,
  type UserCaller,
  type AnonymousCaller,
  type TrustedCaller,
} from "./operations/authorization/caller.ts";
export {
  submitAndWait,
  submitAndWaitForTransaction,
  submitAndWaitForTransactionTree,
  submitAsync,
  type SubmitAndWaitResponse,
} from "./operations/commands/submit-and-wait.ts";
export { hostUserId } from "./operations/commands/submit.ts";
export type { HashingSchemeName } from "./operations/interactive/hash/hashing-scheme.ts";
export { partyKeys } from "./operations/interactive/onboard/party-keys.ts";
export { allocateExternalParty } from "./operations/interactive/onboard/allocate-external-party.ts";
export {
  generateExternalPartyTopology,
  type GenerateExternalPartyTopologyResponse,
} from "./operations/interactive/onboard/generate-topology.ts";
export {
  executePrepared,
  executePreparedAndWait,
  executePreparedAndWaitForTransaction,
} from "./operations/interactive/submit/execute-prepared.ts";
export {
  type PrepareOptions,
  prepareTransaction,
  type PrepareSubmissionResponse,
} from "./operations/interactive/submit/prepare-transaction.ts";
export {
  activeContractsPage,
  type ActiveContractsPage,
} from "./operations/queries/active-contracts-page.ts";
export { activeContracts } from "./operations/queries/active-contracts.ts";
export {
  collect,
  type CollectOptions,
  type StreamListOptions,
} from "./operations/queries/collect.ts";
export {
  completionByHash,
  type CompletionByHashResponse,
} from "./operations/queries/completion-by-hash.ts";
export {
  commandCompletions,
  completions,
  type CompletionItem,
} from "./operations/queries/completions.ts";
export {
  connectedSynchronizers,
  type ConnectedSynchronizersResult,
  type ConnectedSynchronizerJson,
} from "./operations/queries/connected-synchronizers.ts";
export { contractById, type ContractByIdResult } from "./operations/queries/contract-by-id.ts";
export {
  eventsByContractId,
  type EventsByContractIdResult,
  type ArchivedJson,
  type CreatedJson,
} from "./operations/queries/events-by-contract-id.ts";
export {
  transactionById,
  transactionByOffset,
  transactionTreeById,
  transactionTreeByOffset,
  type GetTransactionResult,
  type GetTransactionTreeResult,
} from "./operations/queries/get-transaction.ts";
export {
  updateByHash,
  updateById,
  updateByOffset,
  type GetUpdateResult,
} from "./operations/queries/get-update.ts";
export {
  latestPrunedOffsets,
  ledgerEnd,
  type LatestPrunedOffsets,
  type LedgerEnd,
} from "./operations/queries/ledger-status.ts";
export type { ItemsWithUpperBound } from "./operations/queries/snapshot-items.ts";
export type { StreamWaitOptions, Timers } from "./operations/queries/timers.ts";
export { updatesPage, type UpdatesPage } from "./operations/queries/updates-page.ts";
export { updates, updateTrees, type UpdateStream } from "./operations/queries/updates.ts";
export { version, type VersionResponse } from "./operations/queries/version-response.ts";
export {
  submitAndWaitForReassignment,
  submitReassignmentAsync,
  type SubmitAndWaitForReassignmentResponse,
} from "./operations/reassignments/submit-reassignment.ts";
export type { RequiredRight } from "./operations/authorization/call-fact-recorder.ts";
export type {
  AnsweredCall,
  CallError,
  DecisiveFact,
} from "./operations/request-journal/answered-call.ts";
export type {
  FaultAction,
  FaultMatch,
  FaultWithoutParameters,
} from "./operations/faults/fault-rule.ts";
export { type LatencyProfileName, latencyProfiles } from "./operations/faults/latency.ts";
export type { JsonWebKey } from "./operations/interactive/keys/json-web-key.ts";
export type { CostEstimationJson } from "./operations/submission/traffic-cost.ts";
export type { Har, HarEntry, HarPair } from "./operations/request-journal/har.ts";
export type { GeneratedChoice } from "./operations/typed/generated-types.ts";
export type {
  GeneratedTypeContractsQuery,
  UntypedContractsQuery,
} from "./operations/typed/read-contracts.ts";
export type { ReadAsOption } from "./operations/typed/readers.ts";
export type { ReadableContractType, TypeName } from "./operations/typed/type-names.ts";

// templates, packages and their types
export type { KnownPackages } from "./contracts/engine/package-selector.ts";
export type {
  InterfaceSignature,
  TemplateSignature,
  ChoiceSignature,
  PackageSignature,
} from "./contracts/engine/package-signature.ts";
export type { PackageRegistry } from "./contracts/packages/registry.ts";
export type { FailureStatus } from "./contracts/templates/types/failure.ts";

// ledger: clock, configuration, journal and state
export { apiVersions, isApiVersion } from "./ledger/port/api-version.ts";
export { defaultConfig } from "./ledger/port/config.ts";
export { precedences } from "./ledger/port/precedence.ts";

// requests
export type * from "./operations/requests/administration.ts";
export type * from "./operations/requests/commands.ts";
export type * from "./operations/requests/formats.ts";
export type * from "./operations/requests/interactive.ts";
export type * from "./operations/requests/packages.ts";
export type * from "./operations/requests/reassignments.ts";
export type * from "./operations/requests/state.ts";
export type * from "./operations/requests/updates.ts";

// JSON of responses
export type {
  ActiveContractItem,
  ContractEntryJson,
  ActiveContractJson,
  IncompleteUnassignedJson,
} from "./views/envelope/active-contract-json.ts";
export type {
  CompletionJson,
  SynchronizerTimeJson,
  DeduplicationPeriodJson,
} from "./views/envelope/completion-json.ts";
export type { DurationJson, UnknownFieldsJson } from "./views/envelope/duration-json.ts";
export { errorBody, httpStatus, isRedacted, type ErrorBody } from "./views/envelope/error-body.ts";
export type { FailedCallIdentifiers } from "./views/envelope/error-context.ts";
export type { ProtobufAnyJson, DecodedMessage } from "./views/envelope/error-details.ts";
export type { StatusJson } from "./views/envelope/to-grpc-status.ts";
export type {
  ArchivedEventJson,
  CreatedEventJson,
  EventJson,
  ExercisedEventJson,
  InterfaceViewJson,
} from "./views/envelope/event-json.ts";
export type {
  ReassignmentJson,
  ReassignmentEventJson,
  UnassignedEventJson,
  AssignedEventJson,
} from "./views/envelope/reassignment-json.ts";
export type {
  TopologyTransactionJson,
  ParticipantPermissionJson,
  TopologyEventJson,
  ParticipantAuthorizationJson,
  ParticipantAuthorizationRevocationJson,
} from "./views/envelope/topology-json.ts";
export type { TraceContextJson } from "./views/envelope/trace-context-json.ts";
export type {
  TransactionJson,
  TransactionTreeJson,
  TreeEventJson,
} from "./views/envelope/transaction-json.ts";
export type {
  TreeUpdateItem,
  UpdateItem,
  CheckpointItemJson,
  TreeUpdateJson,
  UpdateJson,
  OffsetCheckpointJson,
} from "./views/envelope/update-json.ts";
export type { DryRun, DryRunRequest } from "./operations/commands/dry-run.ts";
export type {
  ChoiceCoverage,
  CodeExecutionRecord,
  ModuleCoverage,
} from "./contracts/engine/code-execution-record.ts";
export type {
  UnusableContractTraceStep,
  CreateTraceStep,
  EvaluationTraceStep,
  EvaluationTrace,
  ExerciseTraceStep,
  FetchTraceStep,
  KeyTraceStep,
  MessageTraceStep,
  RollbackTraceStep,
  StepsSpentByCallStack,
  TimeTraceStep,
} from "./base/errors/evaluation-trace.ts";
export type { EventExplanation } from "./views/visibility/explain-update.ts";
export type { VisibilityReason, Role } from "./views/visibility/reasons.ts";
export type {
  NotAskedFor,
  WithheldEvent,
  WithholdingReasons,
} from "./views/visibility/withheld-events.ts";

// identifiers, values and errors
export type { ErrorResource, ErrorOptions, MissingRight } from "./base/errors/ledger-error.ts";
export type {
  IdentityProviderId,
  Offset,
  PackageId,
  PackageName,
  ParticipantId,
  QualifiedName,
  SynchronizerId,
  TypeId,
  TypeReference,
  UpdateId,
  UserId,
} from "./base/identifiers/identifiers.ts";
export { isProtocolVersion, protocolVersions } from "./base/identifiers/protocol-version.ts";
export { formatTimestamp, parseTimestamp } from "./base/values/time.ts";
export type { Duration, LedgerTimeInput } from "./base/values/time-input.ts";
export type {
  DataDefinition,
  DataLookup,
  Field,
  Type,
  PrimitiveType,
  NumericType,
  ContractIdType,
  OptionalType,
  ListType,
  TextMapType,
  GenMapType,
  NamedType,
  TypeVariable,
  RecordDefinition,
  VariantDefinition,
  EnumDefinition,
} from "./base/values/type.ts";
export type { JsonObject } from "./base/values/json-object.ts";
export type {
  CreatedEventToDecode,
  ExercisedEventToDecode,
  ExerciseInEvent,
  ReadableTransaction,
} from "./contracts/templates/types/event-fields.ts";
export type { ContractInEvent, KeyInEvent } from "./contracts/templates/types/read-events.ts";
