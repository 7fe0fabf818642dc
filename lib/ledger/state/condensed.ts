import { deepFreeze } from "../../base/collections/immer.ts";
import { ImmutableHashMap } from "../../base/collections/immutable-hash-map.ts";
import { ImmutableOrderedMap } from "../../base/collections/immutable-ordered-map.ts";
import type { CoinHistoryRecord } from "../../base/model/coin-history-record.ts";
import { ActiveContracts } from "./active-contracts.ts";
import type { CondensedLedgerState, KeyValuePairs } from "./condensed-state.ts";
import { isActiveRecord } from "./contracts.ts";
import { createInitialLedgerState } from "./initial-state.ts";
import type { JournalEvent, PackageArchive } from "./journal-event.ts";
import type { ContractRecord, LedgerState } from "./ledger-state.ts";
import { addCoinHistoryRecords } from "./log.ts";
import type { LedgerStateDraft } from "./state-draft.ts";

/**
 * Maximum number of contracts or records of coin history in one event, so that no event takes long
 * to write, read or apply.
 */
const maxItemsPerEvent = 50;

/**
 * Returns events that produce the in-memory part of this state when they are applied to any state.
 * If `contracts` is passed, it replaces the contracts of the state. O(size of the in-memory part).
 */
export const createEventsToRebuildState = (
  state: LedgerState,
  contracts: readonly ContractRecord[] = Array.from(state.contracts.entries(), ([, each]) => each),
): readonly JournalEvent[] => {
  const [first = [], ...more] = splitIntoParts(contracts);
  const records = Array.from(state.history.residentEntries(), ([, record]) => record);
  const [history = [], ...moreHistory] = splitIntoParts(records);
  return [
    ...createPackageEvents(state),
    { kind: "journalCondensed", state: condensedState(state, first, history) },
    ...more.map((part): JournalEvent => ({ kind: "contractsCondensed", contracts: part })),
    ...moreHistory.map((part): JournalEvent => ({ kind: "historyRecorded", records: part })),
  ];
};

const splitIntoParts = <Item>(all: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(all.length / maxItemsPerEvent) }, (_, index) =>
    all.slice(index * maxItemsPerEvent, (index + 1) * maxItemsPerEvent),
  );

const createPackageEvents = ({ packages }: LedgerState): readonly JournalEvent[] => {
  const all = [...packages.packages()];
  if (all.length === 0) return [];
  const packageIds = all.map(({ packageId }) => packageId);
  const archives = all.flatMap(({ packageId, archive }): readonly PackageArchive[] =>
    archive === undefined ? [] : [{ packageId, archive }],
  );
  return [{ kind: "packagesAdded", packageIds, ...(archives.length === 0 ? {} : { archives }) }];
};

const condensedState = (
  state: LedgerState,
  contracts: readonly ContractRecord[],
  history: readonly CoinHistoryRecord[],
): CondensedLedgerState => ({
  participantId: state.participantId,
  ledgerEnd: state.ledgerEnd,
  prunedUpTo: state.prunedUpTo,
  synchronizers: state.synchronizers,
  contracts,
  ...(state.consumedDisclosed.size > 0 && {
    consumedStrangers: [...state.consumedDisclosed.entries()],
  }),
  nextSequence: state.active.nextSequence,
  log: Array.from(state.log.residentEntries(), ([, entry]) => entry),
  updateOffsets: [...state.updateOffsets.entries()],
  signedTransactions: [...state.signedTransactions.entries()],
  signedRejections: [...state.signedRejections.entries()],
  acceptedChanges: [...state.acceptedChanges.entries()],
  inFlight: [...state.inFlight.entries()],
  assignmentsDue: [...state.assignmentsDue.entries()],
  parties: [...state.parties.values()],
  users: [...state.users.values()],
  identityProviders: [...state.identityProviders.values()],
  vetting: [...state.vetting.entries()],
  hosting: [...state.hosting.entries()],
  signingKeys: [...state.signingKeys.entries()],
  proposals: [...state.proposals.entries()],
  history,
});

/** Replaces the state by the condensed one. Only the packages stay. */
export const applyCondensedState = (
  draft: LedgerStateDraft,
  condensed: CondensedLedgerState,
): void => {
  const { position, packages } = draft;
  const { synchronizers, participantId, ledgerEnd, prunedUpTo, history } = condensed;
  Object.assign(draft, {
    ...createInitialLedgerState(participantId),
    position,
    packages,
    ledgerEnd,
    prunedUpTo,
    synchronizers,
    ...createStateCollections(condensed),
  } satisfies LedgerState);
  addCoinHistoryRecords(draft, history);
};

/** Adds those of the contracts that the state does not have yet. */
export const applyCondensedContracts = (
  draft: LedgerStateDraft,
  contracts: readonly ContractRecord[],
): void => {
  const editor = draft.contracts.edit();
  const added = contracts.filter((record) => {
    const { contractId } = record.contract;
    if (editor.get(contractId) !== undefined) return false;
    editor.set(contractId, record);
    return true;
  });
  draft.contracts = editor.close();
  draft.active = draft.active.including(added.filter(isActiveRecord));
};

const createStateCollections = (condensed: CondensedLedgerState) => ({
  contracts: createHashedMap(
    condensed.contracts.map((record) => [record.contract.contractId, record]),
  ),
  active: ActiveContracts.of(condensed.nextSequence, condensed.contracts.filter(isActiveRecord)),
  consumedDisclosed: createHashedMap(condensed.consumedStrangers ?? []),
  log: createOrderedMap(condensed.log.map((entry) => [entry.offset, entry])),
  updateOffsets: createHashedMap(condensed.updateOffsets),
  signedTransactions: createHashedMap(condensed.signedTransactions),
  signedRejections: createHashedMap(condensed.signedRejections),
  acceptedChanges: createHashedMap(condensed.acceptedChanges),
  inFlight: createOrderedMap(condensed.inFlight),
  assignmentsDue: createOrderedMap(condensed.assignmentsDue),
  parties: createOrderedMap(
    condensed.parties.map((details) => [details.party, deepFreeze(details)]),
  ),
  users: createOrderedMap(condensed.users.map((user) => [user.id, deepFreeze(user)])),
  identityProviders: createOrderedMap(
    condensed.identityProviders.map((config) => [config.identityProviderId, deepFreeze(config)]),
  ),
  vetting: createOrderedMap(condensed.vetting.map(([id, vetting]) => [id, deepFreeze(vetting)])),
  hosting: createOrderedMap(condensed.hosting),
  signingKeys: createOrderedMap(condensed.signingKeys),
  proposals: createOrderedMap(condensed.proposals),
});

const createHashedMap = <V>(entries: KeyValuePairs<string, V>): ImmutableHashMap<string, V> => {
  const editor = ImmutableHashMap.empty<string, V>().edit();
  for (const [key, value] of entries) editor.set(key, value);
  return editor.close();
};

const createOrderedMap = <K extends string | number, V>(
  entries: KeyValuePairs<K, V>,
): ImmutableOrderedMap<K, V> => {
  const editor = ImmutableOrderedMap.empty<K, V>().edit();
  for (const [key, value] of entries) editor.set(key, value);
  return editor.close();
};
