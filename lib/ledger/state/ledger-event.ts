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
import type { Completion } from "../../base/model/completion.ts";
import type { HistoryRecord } from "../../base/model/history-record.ts";
import type { PartySigningKeys } from "../../base/model/signing-keys.ts";
import type { SynchronizerParameters } from "../../base/model/synchronizer-parameters.ts";
import type {
  ReassignmentUpdate,
  TopologyUpdate,
  TransactionUpdate,
} from "../../base/model/update.ts";
import type { Vetting } from "../../base/model/vetting.ts";
import type { CondensedState } from "./condensed-state.ts";
import type { ContractRecord } from "./ledger-state.ts";

/**
 * What the journal records: facts, in the past tense, that `evolve` folds into the state. Plain data;
 * a store may write it anywhere. Updates and completions carry their offset; administration does not
 * move the ledger end.
 */
export type LedgerEvent =
  /** The first of a journal. */
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
      /** Record time on it starts here; unknown when absent. */
      readonly connectedAt?: Micros;
      /** Those it had before, or the defaults, when absent. */
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
  /** Replaces the keys that sign for an external party on a synchronizer. */
  | {
      readonly kind: "signingKeysRegistered";
      readonly party: Party;
      readonly synchronizerId: SynchronizerId;
      readonly signingKeys: PartySigningKeys;
    }
  /** An external party came without the signatures that make it one. */
  | { readonly kind: "partyProposed"; readonly party: Party }
  | PackagesAdded
  /** Records that do not come from transactions: fixtures. */
  | { readonly kind: "historyRecorded"; readonly records: readonly HistoryRecord[] }
  | { readonly kind: "pruned"; readonly upTo: Offset }
  /** Stands for all that was written before: the state is this one, besides the packages that are known. */
  | { readonly kind: "journalCondensed"; readonly state: CondensedState }
  /** Further contracts of the state that the journal was condensed to, where there are many. */
  | { readonly kind: "contractsCondensed"; readonly contracts: readonly ContractRecord[] };

/** The participant knows these packages; what defines them comes from the evolve context. */
export interface PackagesAdded {
  readonly kind: "packagesAdded";
  readonly packageIds: readonly PackageId[];
  /** Those among them that were uploaded, so that they can be read again. */
  readonly archives?: readonly PackageArchive[];
}

/** A package as it was uploaded; its id is the hash of the bytes. */
export interface PackageArchive {
  readonly packageId: PackageId;
  readonly archive: Uint8Array;
}

/** What one decision writes: all of it or nothing. */
export interface JournalEntry {
  /** 1, 2, 3 … without gaps. */
  readonly position: number;
  readonly events: readonly LedgerEvent[];
}
