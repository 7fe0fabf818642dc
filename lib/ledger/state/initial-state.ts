import { ImmutableHashMap } from "../../base/collections/immutable-hash-map.ts";
import { ImmutableOrderedMap } from "../../base/collections/immutable-ordered-map.ts";
import type { ParticipantId } from "../../base/identifiers/identifiers.ts";
import { PackageRegistry } from "../../contracts/packages/registry.ts";
import { ActiveContracts } from "./active-contracts.ts";
import type { LedgerState } from "./ledger-state.ts";

/** Returns the state before the first journal entry. */
export const createInitialLedgerState = (participantId: ParticipantId = ""): LedgerState => ({
  participantId,
  position: 0,
  ledgerEnd: 0,
  prunedUpTo: 0,
  synchronizers: [],
  contracts: ImmutableHashMap.empty(),
  active: ActiveContracts.none,
  consumedDisclosed: ImmutableHashMap.empty(),
  log: ImmutableOrderedMap.empty(),
  updateOffsets: ImmutableHashMap.empty(),
  signedTransactions: ImmutableHashMap.empty(),
  signedRejections: ImmutableHashMap.empty(),
  acceptedChanges: ImmutableHashMap.empty(),
  inFlight: ImmutableOrderedMap.empty(),
  assignmentsDue: ImmutableOrderedMap.empty(),
  parties: ImmutableOrderedMap.empty(),
  users: ImmutableOrderedMap.empty(),
  identityProviders: ImmutableOrderedMap.empty(),
  packages: PackageRegistry.empty,
  vetting: ImmutableOrderedMap.empty(),
  hosting: ImmutableOrderedMap.empty(),
  signingKeys: ImmutableOrderedMap.empty(),
  proposals: ImmutableOrderedMap.empty(),
  history: ImmutableOrderedMap.empty(),
  historyPositions: ImmutableHashMap.empty(),
  evicted: undefined,
});
