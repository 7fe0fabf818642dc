import type {
  ContractId,
  Offset,
  ParticipantId,
  Party,
  SynchronizerId,
  UpdateId,
} from "../../base/identifiers/identifiers.ts";
import type {
  IdentityProviderConfig,
  PartyDetails,
  User,
} from "../../base/model/administration.ts";
import type { CoinHistoryRecord } from "../../base/model/coin-history-record.ts";
import type { Completion } from "../../base/model/completion.ts";
import type { PartySigningKeys } from "../../base/model/signing-keys.ts";
import type { ParticipantPermission } from "../../base/model/update.ts";
import type { Vetting } from "../../base/model/vetting.ts";
import type {
  ContractRecord,
  DueAssignment,
  InFlightReassignment,
  LogEntry,
  Synchronizer,
} from "./ledger-state.ts";

export type KeyValuePairs<K, V> = readonly (readonly [K, V])[];

/** A state as plain data, without its packages and its journal position. */
export interface CondensedLedgerState {
  readonly participantId: ParticipantId;
  readonly ledgerEnd: Offset;
  readonly prunedUpTo: Offset;
  readonly synchronizers: readonly Synchronizer[];
  readonly contracts: readonly ContractRecord[];
  /**
   * Disclosed contracts that this ledger never saw created, and that were consumed here. Absent if
   * there are none.
   */
  readonly consumedStrangers?: KeyValuePairs<ContractId, Offset>;
  /** Sequence number of the next activation. */
  readonly nextSequence: number;
  readonly log: readonly LogEntry[];
  readonly updateOffsets: KeyValuePairs<UpdateId, Offset>;
  readonly signedTransactions: KeyValuePairs<string, Offset>;
  readonly signedRejections: KeyValuePairs<string, readonly Offset[]>;
  /** The keys are the results of `createChangeIdKey`. */
  readonly acceptedChanges: KeyValuePairs<string, Completion>;
  readonly inFlight: KeyValuePairs<string, InFlightReassignment>;
  readonly assignmentsDue: KeyValuePairs<string, DueAssignment>;
  readonly parties: readonly PartyDetails[];
  readonly users: readonly User[];
  readonly identityProviders: readonly IdentityProviderConfig[];
  readonly vetting: KeyValuePairs<SynchronizerId, Vetting>;
  readonly hosting: KeyValuePairs<Party, ReadonlyMap<SynchronizerId, ParticipantPermission>>;
  readonly signingKeys: KeyValuePairs<Party, ReadonlyMap<SynchronizerId, PartySigningKeys>>;
  readonly proposals: KeyValuePairs<Party, number>;
  /** In ledger order. */
  readonly history: readonly CoinHistoryRecord[];
}
