import { ImmutableOrderedMap } from "../../base/collections/immutable-ordered-map.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { ActiveContractItem } from "../../views/envelope/active-contract-json.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import type { EventMatcher } from "../../views/visibility/event-matcher.ts";
import { type ActiveContract, findActiveContractsInSteps } from "../queries/find-activations-at.ts";
import { findInFlightContractsInSteps, type InFlightContract } from "../queries/in-flight-at.ts";
import { requireNotPruned } from "../queries/offset-checks.ts";
import { createActiveContractItem, createInFlightContractItem } from "../queries/snapshot-items.ts";
import { runStepsInSlices } from "../queries/stepwise-iterable.ts";
import { readContractFilter } from "./contract-filter.ts";
import { scanForMatches, type SearchResultPage } from "./scan-for-matches.ts";
import {
  invalidSearchPositionError,
  maxItemsScannedPerSearch,
  readSearchRequest,
  type SearchRequest,
} from "./search-request.ts";

/** A contract that the search examines, with the sequence number of its activation. */
interface ContractSearchEntry {
  readonly sequence: number;
  readonly contract: Contract;
  /**
   * The activation or reassignment that the search found. Undefined if the entry comes from an index of the
   * active contracts; then `state.contracts` has the activation.
   */
  readonly found?: ActiveContract | InFlightContract;
}

/**
 * Searches the contracts that are active at an offset, newest first, by parties, template or
 * interface, role of the parties, and text. One request scans at most 100,000 contracts.
 *
 * Raises INVALID_ARGUMENT, NEGATIVE_OFFSET, OFFSET_AFTER_LEDGER_END,
 * PARTICIPANT_PRUNED_DATA_ACCESSED, and the errors of `checkKnownTypes`.
 */
export const searchActiveContracts = async (
  ledger: Ledger,
  json: unknown,
): Promise<SearchResultPage<ActiveContractItem>> => {
  const { state } = ledger;
  const request = readSearchRequest(json, ledger);
  const { matcher, accepts } = readContractFilter(json, request, ledger);
  requireNotPruned(request.offset, "offset", state);
  const { items, total } = await findMatchingEntries(state, request, matcher);
  const encoder = new EventEncoder(state);
  return scanForMatches(
    {
      items,
      total,
      match: (entry) =>
        accepts(entry.contract)
          ? () => createResultRow(entry, { state, matcher, encoder })
          : undefined,
      positionOf: ({ sequence }) => String(sequence),
    },
    { limit: request.limit, maxScanned: maxItemsScannedPerSearch },
  );
};

interface RowContext {
  readonly state: LedgerState;
  readonly matcher: EventMatcher;
  readonly encoder: EventEncoder;
}

const createResultRow = (
  { contract, found }: ContractSearchEntry,
  { state, matcher, encoder }: RowContext,
): ActiveContractItem => {
  const query = { matcher, tokenOf: () => "" };
  const activation = found?.activation ?? state.contracts.get(contract.contractId)?.activation;
  const item =
    found !== undefined && "unassigned" in found
      ? createInFlightContractItem(found, query, encoder)
      : activation && createActiveContractItem({ contract, activation }, query, encoder);
  if (item === undefined) throw new TypeError("A matching contract has no created event.");
  return item;
};

interface ContractSearchEntries {
  readonly items: Iterable<ContractSearchEntry>;
  readonly total: number;
}

/** Returns the contracts after a position, by descending sequence number of their activation. */
const findMatchingEntries = async (
  state: LedgerState,
  { offset, after, parties }: SearchRequest,
  matcher: EventMatcher,
): Promise<ContractSearchEntries> => {
  const before = parseStartSequence(after);
  const inFlightContracts = await runStepsInSlices(
    findInFlightContractsInSteps(state, offset, matcher),
  );
  const inFlight = inFlightContracts.map(createEntry);
  const isBefore = ({ sequence }: ContractSearchEntry): boolean => sequence < before;
  if (offset < state.ledgerEnd) {
    const bounds = matcher.bounds;
    const query = { state, offset, bounds, after: 0 };
    const active = await runStepsInSlices(findActiveContractsInSteps(query));
    const all = [...Array.from(active, createEntry), ...inFlight].sort(compareNewestFirst);
    return { items: all.filter(isBefore), total: all.length };
  }
  const index = chooseSmallestIndex(state, parties, matcher);
  const inFlightEntries = [...inFlight].sort(compareNewestFirst).filter(isBefore);
  return {
    items: mergeEntries(iterateActiveBefore(index, before), inFlightEntries),
    total: index.size + inFlight.length,
  };
};

const createEntry = (found: ActiveContract | InFlightContract): ContractSearchEntry => ({
  sequence: found.activation.sequence,
  contract: found.contract,
  found,
});

const parseStartSequence = (after: string | undefined): number => {
  if (after === undefined) return Infinity;
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw invalidSearchPositionError(after);
};

type SequenceIndex = ImmutableOrderedMap<number, Contract>;

/** Returns the smallest index that contains all contracts that the search can find. */
const chooseSmallestIndex = (
  { active }: LedgerState,
  parties: readonly string[] | undefined,
  { bounds }: EventMatcher,
): SequenceIndex => {
  const choices: SequenceIndex[] = [active.all];
  if (parties?.length === 1) choices.push(getIndexOfKey(active.byStakeholder, parties[0]));
  const [template, ...others] = bounds.templates ?? [];
  if (template !== undefined && others.length === 0) {
    choices.push(getIndexOfKey(active.byTemplate, template));
  }
  return choices.reduce((best, index) => (index.size < best.size ? index : best));
};

const getIndexOfKey = (
  indexes: ImmutableOrderedMap<string, SequenceIndex>,
  key: string | undefined,
): SequenceIndex => (key === undefined ? undefined : indexes.get(key)) ?? noContracts;

const noContracts: SequenceIndex = ImmutableOrderedMap.empty();

function* iterateActiveBefore(
  index: SequenceIndex,
  before: number,
): Generator<ContractSearchEntry> {
  const from = before === Infinity ? undefined : before - 1;
  for (const [sequence, contract] of index.entriesReversed(from)) yield { sequence, contract };
}

function* mergeEntries(
  active: Iterable<ContractSearchEntry>,
  others: readonly ContractSearchEntry[],
): Generator<ContractSearchEntry> {
  let next = 0;
  for (const entry of active) {
    for (let other = others[next]; other !== undefined; other = others[next]) {
      if (compareNewestFirst(entry, other) < 0) break;
      yield other;
      next++;
    }
    yield entry;
  }
  yield* others.slice(next);
}

const compareNewestFirst = (left: ContractSearchEntry, right: ContractSearchEntry): number =>
  right.sequence - left.sequence;
