// the composition: a ledger that runs
export { createLedger, type LedgerOptions } from "./create-ledger.ts";
export type { HostLedger as Ledger } from "./host-ledger.ts";

// operations: what a caller can ask for
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
  CheckedPackage,
  UpgradeFailure,
  UpgradeReport,
  UpgradeRule,
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
export { hostParty, unhostParty, type Hosting } from "./operations/admin/parties/host-party.ts";
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
export { claimsOf, requirePublic } from "./operations/authorization/claims.ts";
export {
  submitAndWait,
  submitAndWaitForTransaction,
  submitAndWaitForTransactionTree,
  submitAsync,
  type SubmitAndWaitResponse,
} from "./operations/commands/submit-and-wait.ts";
export { SubmitResult } from "./operations/commands/submit-result.ts";
export { hostUserId, type Command, type SubmitRequest } from "./operations/commands/submit.ts";
export {
  amountAsOfRoundZero,
  amountText,
  divideAmounts,
  multiplyAmounts,
  oneCoin,
  readAmount,
  splitFee,
} from "./operations/history/amount.ts";
export { amuletHistory } from "./operations/history/amulet-history.ts";
export { historyErrorBody, type HistoryErrorBody } from "./operations/history/history-error.ts";
export {
  historyPage,
  type HistoryPage,
  type HistoryPageOptions,
  type HistoryPageRequest,
} from "./operations/history/history-page.ts";
export {
  defineHistory,
  type CoinTemplate,
  type CoinView,
  type HistoryAdapter,
  type HistoryContract,
  type HistoryCreate,
  type HistoryDraft,
  type HistoryEntry,
  type HistoryExercise,
  type HistoryMatch,
  type HistoryProblem,
  type HistoryRemedy,
  type HistoryRule,
  type HistoryTransactionView,
  type NetFlow,
} from "./operations/history/history-rules.ts";
export type { HistoryTransaction } from "./operations/history/history-transaction.ts";
export { recordHistory, type RecordHistoryRequest } from "./operations/history/record-history.ts";
export type { HashingSchemeName } from "./operations/interactive/hash/hashing-scheme.ts";
export { partyKeys } from "./operations/interactive/onboard/party-keys.ts";
export { allocateExternalParty } from "./operations/interactive/onboard/allocate-external-party.ts";
export {
  generateExternalPartyTopology,
  type GenerateTopologyResponse,
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
  type ListOptions,
  withinMaximum,
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
export type { BoundedItems } from "./operations/queries/snapshot-items.ts";
export type { StreamOptions, Timers } from "./operations/queries/timers.ts";
export { updatesPage, type UpdatesPage } from "./operations/queries/updates-page.ts";
export { updates, updateTrees, type UpdateStream } from "./operations/queries/updates.ts";
export { version, type Version } from "./operations/queries/version.ts";
export {
  submitAndWaitForReassignment,
  submitReassignmentAsync,
  type SubmitAndWaitForReassignmentResponse,
} from "./operations/reassignments/submit-reassignment.ts";
export type { Demand } from "./operations/authorization/call-notes.ts";
export type {
  AnsweredCall,
  CallError,
  Decisive,
  JournaledRequest,
} from "./operations/request-journal/answered-call.ts";
export type {
  FaultAction,
  FaultMatch,
  FaultRule,
  PlainFault,
} from "./operations/faults/fault-rule.ts";
export type { Fault, Faults } from "./operations/faults/faults.ts";
export { type LatencyProfile, latencyProfiles } from "./operations/faults/latency.ts";
export type { JsonWebKey } from "./operations/interactive/keys/json-web-key.ts";
export type { CostEstimationJson } from "./operations/interactive/submit/cost-estimation.ts";
export type { Har, HarEntry, HarPair } from "./operations/request-journal/har.ts";
export type {
  RequestJournal,
  RequestJournalOptions,
} from "./operations/request-journal/request-journal.ts";
export type { GeneratedChoice, GeneratedType } from "./operations/typed/generated-types.ts";
export type {
  ContractsQuery,
  GeneratedContractsQuery,
  UntypedContractsQuery,
} from "./operations/typed/read-contracts.ts";
export type { UpdatesQuery } from "./operations/typed/read-updates.ts";
export type { ReadAs } from "./operations/typed/readers.ts";
export type {
  SeenReassignment,
  SeenTopologyChange,
  SeenTransaction,
  SeenUpdate,
} from "./operations/typed/seen-update.ts";
export type { Exercised } from "./operations/typed/transaction-parts.ts";
export type { ReadableType, TypeName } from "./operations/typed/type-names.ts";
export type { ContractOf, TypedContract } from "./operations/typed/typed-contract.ts";

// contracts: templates, packages, engines
export type { KnownPackages } from "./contracts/engine/package-choice.ts";
export type {
  InterfaceSignature,
  TemplateSignature,
  ChoiceSignature,
  PackageSignature,
} from "./contracts/engine/package-signature.ts";
export type { Package } from "./contracts/engine/package.ts";
export type { DarLoader } from "./contracts/packages/dar-loader.ts";
export type { PackageRegistry } from "./contracts/packages/registry.ts";
export {
  defineInterface,
  method,
  type ImplementableInterface,
  type Interface,
  type InterfaceValue,
  type Method,
  type Methods,
  type InterfaceSpecification,
} from "./contracts/templates/define-interface.ts";
export { definePackage, type PackageSpecification } from "./contracts/templates/define-package.ts";
export {
  defineTemplate,
  type Template,
  type TemplateDefinition,
  type TemplateSpecification,
  type ChoiceBodies,
  type ChoiceSpecification,
  type KeySpecification,
} from "./contracts/templates/define-template.ts";
export { Ping, pingPackage } from "./contracts/templates/ping-package.ts";
export type { TransactionContext } from "./contracts/templates/transaction-context.ts";
export type { Choice, ChoiceArguments, ChoiceOwner } from "./contracts/templates/types/choice.ts";
export type {
  CreateAndExerciseCommand,
  CreateCommand,
  ExerciseByKeyCommand,
  ExerciseCommand,
} from "./contracts/templates/types/commands.ts";
export {
  GenMap,
  List,
  Optional,
  TextMap,
  type OptionalDescriptor,
  type Some,
} from "./contracts/templates/types/containers.ts";
export { ContractException } from "./contracts/templates/types/contract-exception.ts";
export { ContractId } from "./contracts/templates/types/contract-id.ts";
export { Decimal, type DecimalInput } from "./contracts/templates/types/decimal.ts";
export type {
  Descriptor,
  Fields,
  InputOf,
  NativeOf,
} from "./contracts/templates/types/descriptor.ts";
export type { FailureStatus } from "./contracts/templates/types/failure.ts";
export { LedgerMap } from "./contracts/templates/types/ledger-map.ts";
export {
  genericRecord,
  record,
  type RecordDescriptor,
} from "./contracts/templates/types/record-type.ts";
export {
  Bool,
  CalendarDate,
  Int64,
  Numeric,
  Party,
  Text,
  Timestamp,
  Unit,
} from "./contracts/templates/types/scalars.ts";
export {
  enumeration,
  genericVariant,
  variant,
  type Tagged,
  type TaggedInput,
  type VariantDescriptor,
} from "./contracts/templates/types/variant-type.ts";

// ledger: its contract, state, journal and clock
export { type ApiVersion, apiVersions, isApiVersion } from "./ledger/port/api-version.ts";
export type { LedgerClock, TimeSource } from "./ledger/port/clock.ts";
export { defaultConfig, type LedgerConfig } from "./ledger/port/config.ts";
export { type Precedence, precedences } from "./ledger/port/precedence.ts";
export type { Decide, Decision, DecisionContext, WrittenEntry } from "./ledger/port/decision.ts";
export type { Ledger as LedgerPort, Snapshot } from "./ledger/port/ledger.ts";
export type { NamedSnapshot, NamedSnapshots } from "./ledger/port/named-snapshots.ts";
export type { ClockOption } from "./ledger/runtime/clock-option.ts";
export type { SynchronizerOption } from "./ledger/runtime/identities.ts";
export type { ActiveContracts } from "./ledger/state/active-contracts.ts";
export type { EvolveContext } from "./ledger/state/evolve-context.ts";
export type {
  JournalEntry,
  LedgerEvent,
  PackageArchive,
  PackagesAdded,
} from "./ledger/state/ledger-event.ts";
export type {
  ContractRecord,
  InFlightReassignment,
  LedgerState,
  LogEntry,
  Synchronizer,
  Activation,
} from "./ledger/state/ledger-state.ts";
export type {
  CheckpointStore,
  JournalMark,
  JournalStore,
  JournalWatcher,
  KeptMark,
  KeptMarks,
  MarkStore,
  PastReach,
  PastStore,
  StoredCheckpoint,
} from "./ledger/stores/journal-store.ts";
export { createMemoryStore } from "./ledger/stores/memory-store.ts";
export type { TextSource } from "./ledger/stores/text/lines.ts";

// operations: what they are asked
export type * from "./operations/requests/administration.ts";
export type * from "./operations/requests/commands.ts";
export type * from "./operations/requests/formats.ts";
export type * from "./operations/requests/interactive.ts";
export type * from "./operations/requests/packages.ts";
export type * from "./operations/requests/reassignments.ts";
export type * from "./operations/requests/state.ts";
export type * from "./operations/requests/updates.ts";

// views: the JSON of requests and answers
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
export { errorBody, httpStatus, isWithheld, type ErrorBody } from "./views/envelope/error-body.ts";
export type { ErrorIdentity } from "./views/envelope/error-context.ts";
export type { AnyJson, DecodedMessage } from "./views/envelope/error-details.ts";
export type { StatusJson } from "./views/envelope/error-status.ts";
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
export { checkRepeatedId, type RepeatedId } from "./views/envelope/repeated-id.ts";
export type {
  TopologyTransactionJson,
  ParticipantPermissionJson,
  TopologyEventJson,
  AuthorizationJson,
  RevocationJson,
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
  CheckpointChoice,
  TreeUpdateJson,
  UpdateJson,
  OffsetCheckpointJson,
} from "./views/envelope/update-json.ts";
export type { EventExplanation, UpdateExplanation } from "./views/visibility/explain-update.ts";
export type { Reason, Role } from "./views/visibility/reasons.ts";
export type {
  NotAskedFor,
  WithheldEvent,
  Withholding,
} from "./views/visibility/withheld-events.ts";

// ground: nouns, values, errors
export type { HashedMap } from "./ground/collections/hashed-map.ts";
export type { OrderedMap } from "./ground/collections/ordered-map.ts";
export type { ErrorCode } from "./ground/errors/catalogue.ts";
export {
  isLedgerError,
  ledgerError,
  LedgerError,
  type ErrorDetails,
  type ErrorResource,
  type ErrorOptions,
  type MissingRight,
} from "./ground/errors/ledger-error.ts";
export {
  fits,
  ledgerString,
  partyString,
  userIdString,
} from "./ground/identifiers/identifier-syntax.ts";
export type {
  // `ContractId` and `Party` are what templates declare.
  ContractId as ContractIdHex,
  IdentityProviderId,
  KeyHash,
  Micros,
  NodeId,
  Offset,
  PackageId,
  PackageName,
  ParticipantId,
  Party as PartyId,
  QualifiedName,
  SynchronizerId,
  TypeId,
  TypeReference,
  UpdateId,
  UserId,
} from "./ground/identifiers/identifiers.ts";
export {
  isProtocolVersion,
  protocolVersions,
  type ProtocolVersion,
} from "./ground/identifiers/protocol-version.ts";
export type {
  IdentityProviderConfig,
  PartyDetails,
  Right,
  User,
  ObjectMeta,
} from "./ground/model/administration.ts";
export type {
  Completion,
  CompletionOutcome,
  DeduplicationPeriod,
} from "./ground/model/completion.ts";
export type { Contract, ContractKey } from "./ground/model/contract.ts";
export type {
  HistoryBody,
  HistoryRecord,
  HistorySender,
  HistoryTransfer,
} from "./ground/model/history-record.ts";
export type {
  Transaction,
  Node,
  CreateNode,
  ExerciseNode,
  FetchNode,
  LookupByKeyNode,
  RollbackNode,
} from "./ground/model/node.ts";
export type { RequestMetadata } from "./ground/model/request-metadata.ts";
export type { KeySpec, PartySigningKeys, SigningKey } from "./ground/model/signing-keys.ts";
export type { SynchronizerParameters } from "./ground/model/synchronizer-parameters.ts";
export type {
  ParticipantPermission,
  TraceContext,
  Update,
  ReassignmentUpdate,
  Submission,
  TopologyUpdate,
  TransactionUpdate,
  UnassignedEvent,
  ReassignmentEvent,
  TopologyEvent,
  AssignedEvent,
} from "./ground/model/update.ts";
export type { Vetting, PackageValidity } from "./ground/model/vetting.ts";
export type { Codec } from "./ground/values/codec.ts";
export { formatTimestamp, parseTimestamp } from "./ground/values/time.ts";
export type { JsonValue } from "./ground/values/json-object.ts";
export type { Shapes } from "./ground/values/shape.ts";
export type { Duration, Time } from "./ground/values/time-input.ts";
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
} from "./ground/values/type.ts";
export type {
  Value,
  UnitValue,
  BoolValue,
  Int64Value,
  NumericValue,
  TextValue,
  TimestampValue,
  DateValue,
  PartyValue,
  ContractIdValue,
  OptionalValue,
  ListValue,
  TextMapValue,
  GenMapValue,
  RecordValue,
  VariantValue,
  EnumValue,
} from "./ground/values/value.ts";
