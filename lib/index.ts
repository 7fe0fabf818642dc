export type { LedgerClock, TimeSource } from "./clock.ts";
export { defaultConfig, type LedgerConfig } from "./config.ts";
export { createLedger, type LedgerOptions } from "./create-ledger.ts";
export type {
  Decide,
  Decision,
  DecisionContext,
  EvolveContext,
  Ledger,
  Snapshot,
} from "./ledger.ts";

// admin
export { addPackages, validatePackages, type AddPackagesRequest } from "./admin/add-packages.ts";
export {
  allocateParty,
  type AllocatePartyRequest,
  type AllocatePartyResponse,
} from "./admin/allocate-party.ts";
export { createUser } from "./admin/create-user.ts";
export { deleteUser } from "./admin/delete-user.ts";
export { hostParty, unhostParty, type Hosting } from "./admin/host-party.ts";
export type { IdentityProviderConfigJson } from "./admin/identity-provider-json.ts";
export {
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  listIdentityProviders,
} from "./admin/identity-providers.ts";
export { listVettedPackages, type ListVettedPackagesResponse } from "./admin/list-vetting.ts";
export { getPackage, getPackageStatus, listPackages } from "./admin/packages.ts";
export type { PartyDetailsJson } from "./admin/party-json.ts";
export { checkRepeatedId, type RepeatedId } from "./admin/path-id.ts";
export {
  getPreferredPackages,
  getPreferredPackageVersion,
  type PackageReferenceJson,
  type PreferredPackagesResponse,
  type PreferredPackageVersionResponse,
} from "./admin/preferred-packages.ts";
export { prune } from "./admin/prune.ts";
export {
  getParticipantId,
  getParties,
  listParties,
  type ListPartiesResponse,
} from "./admin/read-parties.ts";
export {
  getAuthenticatedUser,
  getUser,
  listUsers,
  type ListUsersResponse,
} from "./admin/read-users.ts";
export type { RightJson } from "./admin/rights.ts";
export { updateIdentityProvider } from "./admin/update-identity-provider.ts";
export { updateParty } from "./admin/update-party.ts";
export { updateUserIdentityProvider } from "./admin/update-user-identity-provider.ts";
export { updateUser } from "./admin/update-user.ts";
export { uploadDar, validateDar, type UploadDarRequest } from "./admin/upload-dar.ts";
export { updateVettedPackages, type UpdateVettedPackagesResponse } from "./admin/update-vetting.ts";
export type { UserJson } from "./admin/user-json.ts";
export { grantUserRights, listUserRights, revokeUserRights } from "./admin/user-rights.ts";
export type { VettedPackageJson, VettedPackagesJson } from "./admin/vetting-json.ts";

// authorization
export {
  anonymousCaller,
  trustedCaller,
  type Caller,
  type Claims,
  type UserCaller,
} from "./authorization/caller.ts";
export { claimsOf, requirePublic } from "./authorization/claims.ts";

// commands
export {
  hostUserId,
  type Command,
  type DeduplicationPeriodInput,
  type DisclosedContractInput,
  type DurationInput,
  type PrefetchContractKeyInput,
  type SubmitRequest,
} from "./commands/submit.ts";
export {
  submitAndWait,
  submitAndWaitForTransaction,
  submitAndWaitForTransactionTree,
  submitAsync,
  type RequestMetadata,
  type SubmitAndWaitResponse,
} from "./commands/submit-and-wait.ts";
export { SubmitResult, type TypeName } from "./commands/submit-result.ts";

// envelope
export type { ActiveContractItem } from "./envelope/active-contract-json.ts";
export {
  errorBody,
  httpStatus,
  type ErrorBody,
  type ErrorIdentity,
} from "./envelope/error-body.ts";
export type {
  ArchivedEventJson,
  CreatedEventJson,
  EventJson,
  ExercisedEventJson,
} from "./envelope/event-json.ts";
export type { TransactionJson, TransactionTreeJson } from "./envelope/transaction-json.ts";
export type { TreeUpdateItem, UpdateItem } from "./envelope/update-json.ts";

// errors
export {
  isLedgerError,
  ledgerError,
  LedgerError,
  type ErrorDetails,
  type ErrorResource,
} from "./errors/ledger-error.ts";

// history
export { amuletHistory } from "./history/amulet-history.ts";
export {
  amountAsOfRoundZero,
  amountText,
  divideAmounts,
  multiplyAmounts,
  oneCoin,
  readAmount,
  splitFee,
} from "./history/amount.ts";
export { historyErrorBody, type HistoryErrorBody } from "./history/history-error.ts";
export { historyPage, type HistoryPage, type HistoryPageOptions } from "./history/history-page.ts";
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
} from "./history/history-rules.ts";
export type { HistoryTransaction } from "./history/history-transaction.ts";
export { recordHistory } from "./history/record-history.ts";
export type {
  HistoryBody,
  HistoryRecord,
  HistorySender,
  HistoryTransfer,
} from "./history/record.ts";

// interactive
export { allocateExternalParty } from "./interactive/allocate-external-party.ts";
export {
  executePrepared,
  executePreparedAndWait,
  executePreparedAndWaitForTransaction,
} from "./interactive/execute-prepared.ts";
export {
  generateExternalPartyTopology,
  type GenerateTopologyResponse,
} from "./interactive/generate-topology.ts";
export {
  prepareTransaction,
  type PrepareSubmissionResponse,
} from "./interactive/prepare-transaction.ts";

// model
export type { IdentityProviderConfig, User } from "./model/administration.ts";
export { fits, ledgerString, partyString, userIdString } from "./model/identifier-syntax.ts";
export type { IdentityProviderId, UserId } from "./model/identifiers.ts";
export {
  isProtocolVersion,
  protocolVersions,
  type ProtocolVersion,
} from "./model/protocol-version.ts";
export type { TraceContext } from "./model/update.ts";

// packages
export type { DarLoader } from "./packages/dar-loader.ts";
export type { Package } from "./packages/package.ts";
export { Ping, pingPackage } from "./packages/ping-package.ts";

// queries
export { activeContracts } from "./queries/active-contracts.ts";
export { activeContractsPage, type ActiveContractsPage } from "./queries/active-contracts-page.ts";
export { collect, withinMaximum, type ListOptions } from "./queries/collect.ts";
export { completionByHash, type CompletionByHashResponse } from "./queries/completion-by-hash.ts";
export { completions, type CompletionItem } from "./queries/completions.ts";
export {
  connectedSynchronizers,
  type ConnectedSynchronizersResult,
} from "./queries/connected-synchronizers.ts";
export { contractById, type ContractByIdResult } from "./queries/contract-by-id.ts";
export {
  eventsByContractId,
  type EventsByContractIdResult,
} from "./queries/events-by-contract-id.ts";
export {
  transactionById,
  transactionByOffset,
  transactionTreeById,
  transactionTreeByOffset,
  type GetTransactionResult,
  type GetTransactionTreeResult,
} from "./queries/get-transaction.ts";
export {
  updateByHash,
  updateById,
  updateByOffset,
  type GetUpdateResult,
} from "./queries/get-update.ts";
export {
  latestPrunedOffsets,
  ledgerEnd,
  type LatestPrunedOffsets,
  type LedgerEnd,
} from "./queries/ledger-status.ts";
export type { BoundedItems } from "./queries/snapshot-items.ts";
export type { StreamOptions, Timers } from "./queries/timers.ts";
export { updates, updateTrees, type UpdateStream } from "./queries/updates.ts";
export { updatesPage, type UpdatesPage } from "./queries/updates-page.ts";
export { version, type Version } from "./queries/version.ts";

// reassignments
export {
  submitAndWaitForReassignment,
  submitReassignmentAsync,
  type SubmitAndWaitForReassignmentResponse,
} from "./reassignments/submit-reassignment.ts";

// shell
export type { ClockOption, Time } from "./shell/clock-option.ts";
export type { SynchronizerOption } from "./shell/identities.ts";

// state
export type { JournalEntry, LedgerEvent } from "./state/ledger-event.ts";
export type { LedgerState } from "./state/ledger-state.ts";

// stores
export type { JournalMark, JournalStore } from "./stores/journal-store.ts";
export { createMemoryStore } from "./stores/memory-store.ts";

// templates
export type { Choice } from "./templates/choice.ts";
export type {
  CreateAndExerciseCommand,
  CreateCommand,
  ExerciseByKeyCommand,
  ExerciseCommand,
} from "./templates/commands.ts";
export { GenMap, List, Optional, TextMap, type Some } from "./templates/containers.ts";
export { ContractException } from "./templates/contract-exception.ts";
export { ContractId } from "./templates/contract-id.ts";
export { Decimal, type DecimalInput } from "./templates/decimal.ts";
export {
  defineInterface,
  method,
  type Interface,
  type InterfaceValue,
} from "./templates/define-interface.ts";
export { definePackage, type PackageSpecification } from "./templates/define-package.ts";
export {
  defineTemplate,
  type Template,
  type TemplateDefinition,
  type TemplateSpecification,
} from "./templates/define-template.ts";
export type { Descriptor, Fields, InputOf, NativeOf } from "./templates/descriptor.ts";
export type { FailureStatus } from "./templates/failure.ts";
export { LedgerMap } from "./templates/ledger-map.ts";
export { genericRecord, record, type RecordDescriptor } from "./templates/record-type.ts";
export {
  Bool,
  CalendarDate,
  Int64,
  Numeric,
  Party,
  Text,
  Timestamp,
  Unit,
} from "./templates/scalars.ts";
export type { TransactionContext } from "./templates/transaction-context.ts";
export {
  enumeration,
  genericVariant,
  variant,
  type Tagged,
  type TaggedInput,
  type VariantDescriptor,
} from "./templates/variant-type.ts";

// values
export { formatTimestamp, parseTimestamp } from "./values/time.ts";
export type { DataDefinition, DataLookup, Field, Type } from "./values/type.ts";
export type { Value } from "./values/value.ts";
