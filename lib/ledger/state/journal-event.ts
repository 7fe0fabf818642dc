import type {
  IdentityProviderId,
  Micros,
  Offset,
  PackageId,
  ParticipantId,
  Party,
  SynchronizerId,
  UserId,
} from "../../base/identifiers/identifiers.ts";
import type {
  IdentityProviderConfig,
  PartyDetails,
  User,
} from "../../base/model/administration.ts";
import type { CoinHistoryRecord } from "../../base/model/coin-history-record.ts";
import type { Completion } from "../../base/model/completion.ts";
import type { PartySigningKeys } from "../../base/model/signing-keys.ts";
import type { SynchronizerParameters } from "../../base/model/synchronizer-parameters.ts";
import type {
  ReassignmentUpdate,
  TopologyUpdate,
  TransactionUpdate,
} from "../../base/model/update.ts";
import type { Vetting } from "../../base/model/vetting.ts";
import type { CondensedLedgerState } from "./condensed-state.ts";
import type { ContractRecord } from "./ledger-state.ts";

/**
 * An event in the journal, named in the past tense. `applyEventToLedgerState` applies it to the state. Events are
 * plain data, so a store may serialize them in any form. Updates and completions have an offset;
 * administration events have none, and do not change the ledger end.
 */
export type JournalEvent =
  /** The first event of a journal. */
  | { readonly kind: "participantInitialized"; readonly participantId: ParticipantId }
  | {
      readonly kind: "transactionCommitted";
      readonly update: TransactionUpdate;
      readonly completion?: Completion;
    }
  | {
      readonly kind: "reassignmentCommitted";
      readonly update: ReassignmentUpdate;
      readonly completion?: Completion;
    }
  | { readonly kind: "topologyChanged"; readonly update: TopologyUpdate }
  | { readonly kind: "commandRejected"; readonly completion: Completion }
  | {
      readonly kind: "synchronizerConnected";
      readonly alias: string;
      readonly synchronizerId: SynchronizerId;
      /** First record time of the synchronizer; absent if it is unknown. */
      readonly connectedAt?: Micros;
      /** If absent, a known synchronizer keeps its parameters, and a new one gets the defaults. */
      readonly parameters?: SynchronizerParameters;
    }
  | { readonly kind: "partyDetailsChanged"; readonly details: PartyDetails }
  | { readonly kind: "userChanged"; readonly user: User }
  | { readonly kind: "userDeleted"; readonly userId: UserId }
  | { readonly kind: "identityProviderChanged"; readonly config: IdentityProviderConfig }
  | { readonly kind: "identityProviderDeleted"; readonly identityProviderId: IdentityProviderId }
  /** The vetting after the change. */
  | {
      readonly kind: "vettingChanged";
      readonly synchronizerId: SynchronizerId;
      readonly vetting: Vetting;
    }
  /** Replaces the keys of an external party on a synchronizer. */
  | {
      readonly kind: "signingKeysRegistered";
      readonly party: Party;
      readonly synchronizerId: SynchronizerId;
      readonly signingKeys: PartySigningKeys;
    }
  /**
   * A request to onboard an external party lacked required signatures, so the party was only
   * proposed.
   */
  | { readonly kind: "partyProposed"; readonly party: Party }
  | PackagesAdded
  /** Records of coin history that no transaction created, such as those of fixtures. */
  | { readonly kind: "historyRecorded"; readonly records: readonly CoinHistoryRecord[] }
  | { readonly kind: "pruned"; readonly upTo: Offset }
  /**
   * Replaces all earlier entries: the state becomes this one, and keeps only the known packages.
   */
  | { readonly kind: "journalCondensed"; readonly state: CondensedLedgerState }
  /** Contracts of the condensed state that did not fit into the event before. */
  | { readonly kind: "contractsCondensed"; readonly contracts: readonly ContractRecord[] };

/**
 * Packages were added to the participant. Their definitions come from the `EventApplicationContext`.
 */
export interface PackagesAdded {
  readonly kind: "packagesAdded";
  readonly packageIds: readonly PackageId[];
  /** The archives of those packages that were uploaded. */
  readonly archives?: readonly PackageArchive[];
}

/** A package as it was uploaded. Its id is the hash of the bytes. */
export interface PackageArchive {
  readonly packageId: PackageId;
  readonly archive: Uint8Array;
}

/** The events of one decision. They are written together or not at all. */
export interface JournalEntry {
  /** 1, 2, 3 … without gaps. */
  readonly position: number;
  readonly events: readonly JournalEvent[];
}
