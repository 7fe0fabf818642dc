import { HashedMap } from "../../base/collections/hashed-map.ts";
import { OrderedMap } from "../../base/collections/ordered-map.ts";
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
  contracts: HashedMap.empty(),
  active: ActiveContracts.none,
  consumedDisclosed: HashedMap.empty(),
  log: OrderedMap.empty(),
  updateOffsets: HashedMap.empty(),
  signedTransactions: HashedMap.empty(),
  signedRejections: HashedMap.empty(),
  acceptedChanges: HashedMap.empty(),
  inFlight: OrderedMap.empty(),
  assignmentsDue: OrderedMap.empty(),
  parties: OrderedMap.empty(),
  users: OrderedMap.empty(),
  identityProviders: OrderedMap.empty(),
  packages: PackageRegistry.empty,
  vetting: OrderedMap.empty(),
  hosting: OrderedMap.empty(),
  signingKeys: OrderedMap.empty(),
  proposals: OrderedMap.empty(),
  history: OrderedMap.empty(),
  historyPositions: HashedMap.empty(),
  evicted: undefined,
});
