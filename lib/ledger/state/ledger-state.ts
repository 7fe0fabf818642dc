import type { HashedMap } from "../../base/collections/hashed-map.ts";
import type { OrderedMap } from "../../base/collections/ordered-map.ts";
import type {
  ContractId,
  IdentityProviderId,
  Micros,
  NodeId,
  Offset,
  ParticipantId,
  Party,
  SynchronizerId,
  UpdateId,
  UserId,
} from "../../base/identifiers/identifiers.ts";
import type {
  IdentityProviderConfig,
  PartyDetails,
  User,
} from "../../base/model/administration.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { HistoryRecord } from "../../base/model/history-record.ts";
import type { PartySigningKeys } from "../../base/model/signing-keys.ts";
import type { SynchronizerParameters } from "../../base/model/synchronizer-parameters.ts";
import type {
  ParticipantPermission,
  Submission,
  UnassignedEvent,
} from "../../base/model/update.ts";
import type { Vetting } from "../../base/model/vetting.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { AcceptedChanges } from "./accepted-changes.ts";
import type { ActiveContracts } from "./active-contracts.ts";
import type { LogEntry } from "./log-entry.ts";
import type { Past } from "./past.ts";

export type { LogEntry };

/**
 * The whole ledger as one immutable value. A snapshot is a reference to it. Nothing in
 * it changes after it was published.
 */
export interface LedgerState {
  readonly participantId: ParticipantId;
  /** How many journal entries have been folded into this state. */
  readonly position: number;
  /** Offset of the newest update or completion; 0 on an empty ledger. */
  readonly ledgerEnd: Offset;
  /** Updates at or before this offset are gone; 0 when never pruned. */
  readonly prunedUpTo: Offset;
  /** In order of connection; at least one. */
  readonly synchronizers: readonly Synchronizer[];

  /** Every contract that was ever active here and is not pruned. */
  readonly contracts: HashedMap<ContractId, ContractRecord>;
  readonly active: ActiveContracts;
  /**
   * Where contracts were consumed that were never active here: disclosed ones that were taken for active. Kept when the ledger is
   * pruned: a contract is consumed once.
   */
  readonly consumedStrangers: HashedMap<ContractId, Offset>;
  /** Updates and completions in offset order. */
  readonly log: OrderedMap<Offset, LogEntry>;
  readonly updateOffsets: HashedMap<UpdateId, Offset>;
  /**
   * Where signed transactions were executed, by the hash that was signed. Kept when the ledger is
   * pruned: a signature is good for one execution.
   */
  readonly signedTransactions: HashedMap<string, Offset>;
  /** Where signed transactions were rejected, by the hash that was signed: the last ten, in order. */
  readonly signedRejections: HashedMap<string, readonly Offset[]>;
  readonly acceptedChanges: AcceptedChanges;
  /** Unassigned and not yet assigned, by reassignment id. */
  readonly inFlight: OrderedMap<string, InFlightReassignment>;
  /** Those among them that the ledger itself assigns when their time has come, earliest first. */
  readonly assignmentsDue: OrderedMap<string, DueAssignment>;

  readonly parties: OrderedMap<Party, PartyDetails>;
  readonly users: OrderedMap<UserId, User>;
  readonly identityProviders: OrderedMap<IdentityProviderId, IdentityProviderConfig>;
  readonly packages: PackageRegistry;
  /** Absent where no package was ever vetted. */
  readonly vetting: OrderedMap<SynchronizerId, Vetting>;
  /**
   * On which synchronizers this participant hosts a party, and with which permission. The
   * participant's own party, which needs no topology update, is not among them.
   */
  readonly hosting: OrderedMap<Party, ReadonlyMap<SynchronizerId, ParticipantPermission>>;
  /** Of external parties: who signs for them, by synchronizer. */
  readonly signingKeys: OrderedMap<Party, ReadonlyMap<SynchronizerId, PartySigningKeys>>;
  /** How often a party was proposed; it need not be one by now. */
  readonly proposals: OrderedMap<Party, number>;

  /** Coin history in ledger order, by position 0, 1, 2 … (transaction-history.md 2). */
  readonly history: OrderedMap<number, HistoryRecord>;
  readonly historyPositions: HashedMap<string, number>;

  /** What of all this is looked up in the store; undefined where everything is held in memory. */
  readonly past: Past | undefined;
}

/** A synchronizer that the ledger is connected to. */
export interface Synchronizer {
  readonly alias: string;
  readonly id: SynchronizerId;
  /** Record time of its newest event. */
  readonly recordTime: Micros;
  readonly parameters: SynchronizerParameters;
}

/** The life of one contract on this participant. */
export interface ContractRecord {
  readonly contract: Contract;
  /** Of the creating node. */
  readonly created: EventPosition;
  /** Present while active: where it is indexed and shown. */
  readonly activation?: Activation;
  /** Of the consuming exercise. */
  readonly archived?: EventPosition;
  /** Activations that are over, oldest first; absent when there is none. */
  readonly ended?: readonly EndedActivation[];
}

export interface EventPosition {
  readonly offset: Offset;
  readonly nodeId: NodeId;
  readonly synchronizerId: SynchronizerId;
}

/** A create or an assignment that has not ended yet. */
export interface Activation extends EventPosition {
  /** Ascending over the life of the ledger; the key in {@link ActiveContracts}. */
  readonly sequence: number;
  readonly reassignmentCounter: number;
  /** Of the activating update; `""` when none. */
  readonly workflowId: string;
}

/** An activation and the archive or unassignment that ended it. */
interface EndedActivation extends Activation {
  readonly end: EventPosition;
}

/** Contracts on their way from one synchronizer to another: active on neither (ledger-api.md 3.1.6). */
export interface InFlightReassignment {
  /** Of the unassigning update. */
  readonly offset: Offset;
  /** Of the unassigning command. */
  readonly submission: Submission;
  /** In the order of their nodes; not empty. */
  readonly events: readonly UnassignedEvent[];
}

/** When the ledger itself assigns what is in flight, unless somebody else has. */
export interface DueAssignment {
  readonly at: Micros;
  readonly reassignmentId: string;
}
