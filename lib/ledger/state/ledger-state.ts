import type { ImmutableHashMap } from "../../base/collections/immutable-hash-map.ts";
import type { ImmutableOrderedMap } from "../../base/collections/immutable-ordered-map.ts";
import type {
  ContractId,
  IdentityProviderId,
  Micros,
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
import type { CoinHistoryRecord } from "../../base/model/coin-history-record.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { PartySigningKeys } from "../../base/model/signing-keys.ts";
import type { SynchronizerParameters } from "../../base/model/synchronizer-parameters.ts";
import type {
  ParticipantPermission,
  Submission,
  UnassignedEvent,
} from "../../base/model/update.ts";
import type { Vetting } from "../../base/model/vetting.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { AcceptedCompletionsByChangeId } from "./accepted-completions.ts";
import type { Activation, EventPosition } from "./activation.ts";
import type { ActiveContracts } from "./active-contracts.ts";
import type { EvictedHistory } from "./evicted-history.ts";
import type { LogEntry } from "./log-entry.ts";

export type { LogEntry };

/** The whole ledger as one immutable value. A snapshot is a reference to it. */
export interface LedgerState {
  readonly participantId: ParticipantId;
  /** Position of the last journal entry that was applied to this state; 0 if there is none. */
  readonly position: number;
  /** Offset of the newest update or completion; 0 on an empty ledger. */
  readonly ledgerEnd: Offset;
  /** Updates up to this offset were pruned; 0 if the ledger was never pruned. */
  readonly prunedUpTo: Offset;
  /** The connected synchronizers, at least one, in the order of connection. */
  readonly synchronizers: readonly Synchronizer[];

  /** All contracts that were ever active on this ledger and are not pruned. */
  readonly contracts: ImmutableHashMap<ContractId, ContractRecord>;
  readonly active: ActiveContracts;
  /**
   * Disclosed contracts that this ledger does not know and that were consumed here (see
   * `assumeDisclosedActive`), with the offset. Pruning keeps them, because a contract can be
   * consumed only once.
   */
  readonly consumedDisclosed: ImmutableHashMap<ContractId, Offset>;
  /** Updates and completions in offset order. */
  readonly log: ImmutableOrderedMap<Offset, LogEntry>;
  readonly updateOffsets: ImmutableHashMap<UpdateId, Offset>;
  /**
   * Offsets at which signed transactions were executed, by the signed hash. Pruning keeps them,
   * because a signature is valid for one execution.
   */
  readonly signedTransactions: ImmutableHashMap<string, Offset>;
  /** Offsets of the last ten rejections of a signed transaction, in order, by the signed hash. */
  readonly signedRejections: ImmutableHashMap<string, readonly Offset[]>;
  readonly acceptedChanges: AcceptedCompletionsByChangeId;
  /** Contracts that are unassigned and not yet assigned, by reassignment id. */
  readonly inFlight: ImmutableOrderedMap<string, InFlightReassignment>;
  /**
   * The reassignments in `inFlight` that the ledger will complete automatically, earliest first.
   */
  readonly assignmentsDue: ImmutableOrderedMap<string, DueAssignment>;

  readonly parties: ImmutableOrderedMap<Party, PartyDetails>;
  readonly users: ImmutableOrderedMap<UserId, User>;
  readonly identityProviders: ImmutableOrderedMap<IdentityProviderId, IdentityProviderConfig>;
  readonly packages: PackageRegistry;
  /** The vetting of each synchronizer; absent if no package was ever vetted there. */
  readonly vetting: ImmutableOrderedMap<SynchronizerId, Vetting>;
  /**
   * The synchronizers on which this participant hosts a party, with the permission. The
   * participant's own party is not included: it needs no topology update.
   */
  readonly hosting: ImmutableOrderedMap<Party, ReadonlyMap<SynchronizerId, ParticipantPermission>>;
  /** The signing keys of external parties, by synchronizer. */
  readonly signingKeys: ImmutableOrderedMap<Party, ReadonlyMap<SynchronizerId, PartySigningKeys>>;
  /**
   * Number of onboarding requests that lacked required signatures, for each external party, even if
   * the party does not exist yet.
   */
  readonly proposals: ImmutableOrderedMap<Party, number>;

  /** Coin history in ledger order, by position 0, 1, 2 … (transaction-history.md 2). */
  readonly history: ImmutableOrderedMap<number, CoinHistoryRecord>;
  readonly historyPositions: ImmutableHashMap<string, number>;

  /** The part of the history that is in the archive; undefined if all history is in memory. */
  readonly evicted: EvictedHistory | undefined;
}

/** A synchronizer that the ledger is connected to. */
export interface Synchronizer {
  readonly alias: string;
  readonly id: SynchronizerId;
  /** Record time of the newest event on the synchronizer. */
  readonly recordTime: Micros;
  readonly parameters: SynchronizerParameters;
}

/** The lifecycle of one contract on this participant. */
export interface ContractRecord {
  readonly contract: Contract;
  /** Position of the create. */
  readonly created: EventPosition;
  /** Present while the contract is active. */
  readonly activation?: Activation;
  /** Position of the consuming exercise. */
  readonly archived?: EventPosition;
  /** Ended activations, oldest first; absent if there are none. */
  readonly ended?: readonly EndedActivation[];
}

/** An activation and the archive or unassignment that ended it. */
interface EndedActivation extends Activation {
  readonly end: EventPosition;
}

/** Contracts that are being reassigned: active on neither synchronizer (ledger-api.md 3.1.6). */
export interface InFlightReassignment {
  /** Offset of the unassignment. */
  readonly offset: Offset;
  /** Submission of the unassignment. */
  readonly submission: Submission;
  /** In the order of their nodes. Not empty. */
  readonly events: readonly UnassignedEvent[];
}

/**
 * The time at which the ledger assigns the contracts of a reassignment, unless a client has
 * assigned them before.
 */
export interface DueAssignment {
  readonly at: Micros;
  readonly reassignmentId: string;
}
