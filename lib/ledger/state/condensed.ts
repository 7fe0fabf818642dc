import { HashedMap } from "../../base/collections/hashed-map.ts";
import { deepFreeze } from "../../base/collections/immer.ts";
import { OrderedMap } from "../../base/collections/ordered-map.ts";
import type { HistoryRecord } from "../../base/model/history-record.ts";
import { ActiveContracts } from "./active-contracts.ts";
import type { CondensedState, Entries } from "./condensed-state.ts";
import { initialState } from "./initial-state.ts";
import type { LedgerEvent, PackageArchive } from "./ledger-event.ts";
import type { ContractRecord, LedgerState } from "./ledger-state.ts";
import { foldHistory } from "./log.ts";
import type { StateDraft } from "./state-draft.ts";

/**
 * Maximum number of contracts or records of coin history in one event, so that no event takes long
 * to write, read or apply.
 */
const maxItemsPerEvent = 50;

/**
 * Returns events that produce the in-memory part of this state when they are applied to any state.
 * If `contracts` is passed, it replaces the contracts of the state. O(size of the in-memory part).
 */
export const condenseState = (
  state: LedgerState,
  contracts: readonly ContractRecord[] = Array.from(state.contracts.entries(), ([, each]) => each),
): readonly LedgerEvent[] => {
  const [first = [], ...more] = partsOf(contracts);
  const records = Array.from(state.history.residentEntries(), ([, record]) => record);
  const [history = [], ...moreHistory] = partsOf(records);
  return [
    ...packagesOf(state),
    { kind: "journalCondensed", state: condensedState(state, first, history) },
    ...more.map((part): LedgerEvent => ({ kind: "contractsCondensed", contracts: part })),
    ...moreHistory.map((part): LedgerEvent => ({ kind: "historyRecorded", records: part })),
  ];
};

const partsOf = <Item>(all: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(all.length / maxItemsPerEvent) }, (_, index) =>
    all.slice(index * maxItemsPerEvent, (index + 1) * maxItemsPerEvent),
  );

const packagesOf = ({ packages }: LedgerState): readonly LedgerEvent[] => {
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
  history: readonly HistoryRecord[],
): CondensedState => ({
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
export const foldCondensed = (draft: StateDraft, condensed: CondensedState): void => {
  const { position, packages } = draft;
  const { synchronizers, participantId, ledgerEnd, prunedUpTo, history } = condensed;
  Object.assign(draft, {
    ...initialState(participantId),
    position,
    packages,
    ledgerEnd,
    prunedUpTo,
    synchronizers,
    ...collectionsOf(condensed),
  } satisfies LedgerState);
  foldHistory(draft, history);
};

/** Adds those of the contracts that the state does not have yet. */
export const foldCondensedContracts = (
  draft: StateDraft,
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
  draft.active = draft.active.including(activeIn(added));
};

const activeIn = (contracts: readonly ContractRecord[]) =>
  contracts.flatMap(({ contract, activation }) =>
    activation === undefined ? [] : [{ contract, sequence: activation.sequence }],
  );

const collectionsOf = (condensed: CondensedState) => ({
  contracts: hashed(condensed.contracts.map((record) => [record.contract.contractId, record])),
  active: ActiveContracts.of(condensed.nextSequence, activeIn(condensed.contracts)),
  consumedDisclosed: hashed(condensed.consumedStrangers ?? []),
  log: ordered(condensed.log.map((entry) => [entry.offset, entry])),
  updateOffsets: hashed(condensed.updateOffsets),
  signedTransactions: hashed(condensed.signedTransactions),
  signedRejections: hashed(condensed.signedRejections),
  acceptedChanges: hashed(condensed.acceptedChanges),
  inFlight: ordered(condensed.inFlight),
  assignmentsDue: ordered(condensed.assignmentsDue),
  parties: ordered(condensed.parties.map((details) => [details.party, deepFreeze(details)])),
  users: ordered(condensed.users.map((user) => [user.id, deepFreeze(user)])),
  identityProviders: ordered(
    condensed.identityProviders.map((config) => [config.identityProviderId, deepFreeze(config)]),
  ),
  vetting: ordered(condensed.vetting.map(([id, vetting]) => [id, deepFreeze(vetting)])),
  hosting: ordered(condensed.hosting),
  signingKeys: ordered(condensed.signingKeys),
  proposals: ordered(condensed.proposals),
});

const hashed = <V>(entries: Entries<string, V>): HashedMap<string, V> => {
  const editor = HashedMap.empty<string, V>().edit();
  for (const [key, value] of entries) editor.set(key, value);
  return editor.close();
};

const ordered = <K extends string | number, V>(entries: Entries<K, V>): OrderedMap<K, V> => {
  const editor = OrderedMap.empty<K, V>().edit();
  for (const [key, value] of entries) editor.set(key, value);
  return editor.close();
};
