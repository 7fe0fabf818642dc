/**
 * Entry `ledger-in-a-box/store`: the interface of journal stores, the in-memory store, and the types of
 * journal entries and ledger state.
 */
// ledger: clock, configuration, journal and state
export type {
  DecisionCaller,
  LedgerDecisionFunction,
  LedgerDecision,
  LedgerDecisionInputs,
  AutomaticDecision,
  WrittenEntry,
} from "./ledger/port/ledger-decision.ts";
export type { Ledger as LedgerPort } from "./ledger/port/ledger.ts";
export type { NamedSnapshot, NamedSnapshots } from "./ledger/port/named-snapshots.ts";
export type { ActiveContract, Activation } from "./ledger/state/activation.ts";
export type { ActiveContracts } from "./ledger/state/active-contracts.ts";
export type { ActiveContractList } from "./ledger/state/contract-index.ts";
export type { EventApplicationContext } from "./ledger/state/event-application-context.ts";
export type {
  JournalEntry,
  JournalEvent,
  PackageArchive,
  PackagesAdded,
} from "./ledger/state/journal-event.ts";
export type {
  ContractRecord,
  InFlightReassignment,
  LedgerState,
  LogEntry,
  Synchronizer,
} from "./ledger/state/ledger-state.ts";
export type {
  ArchiveExtent,
  CheckpointStore,
  HistoryArchive,
  JournalMark,
  JournalStore,
  JournalWatcher,
  SnapshotList,
  SnapshotStore,
  StoredCheckpoint,
  StoredSnapshot,
} from "./ledger/stores/journal-store.ts";
export { createMemoryStore } from "./ledger/stores/memory-store.ts";
export { entryText, readEntryText, UnreadableEntry } from "./ledger/stores/text/entry-text.ts";
export type { TextSource } from "./ledger/stores/text/lines.ts";

// identifiers, values and errors
export type { ImmutableHashMap } from "./base/collections/immutable-hash-map.ts";
export type { ImmutableOrderedMap } from "./base/collections/immutable-ordered-map.ts";
export type { KeyHash, Micros, NodeId } from "./base/identifiers/identifiers.ts";
export type {
  IdentityProviderConfig,
  PartyDetails,
  Right,
  User,
  ObjectMeta,
} from "./base/model/administration.ts";
export type {
  Completion,
  CompletionOutcome,
  DeduplicationPeriod,
} from "./base/model/completion.ts";
export type { Contract, ContractKey } from "./base/model/contract.ts";
export type {
  Transaction,
  Node,
  CreateNode,
  ExerciseNode,
  FetchNode,
  LookupByKeyNode,
  RollbackNode,
} from "./base/model/node.ts";
export type { RequestMetadata } from "./base/model/request-metadata.ts";
export type { KeySpec, PartySigningKeys, SigningPublicKey } from "./base/model/signing-keys.ts";
export type { SynchronizerParameters } from "./base/model/synchronizer-parameters.ts";
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
} from "./base/model/update.ts";
export type { Vetting, PackageValidityPeriod } from "./base/model/vetting.ts";
export type { Codec } from "./base/values/codec.ts";
export type { Shapes } from "./base/values/shape.ts";
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
} from "./base/values/value.ts";
