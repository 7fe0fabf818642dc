import { ImmutableOrderedMap } from "../../base/collections/immutable-ordered-map.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { ActiveContract } from "../../ledger/state/activation.ts";
import type { ActiveContractList } from "../../ledger/state/contract-index.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { ActiveContractItem } from "../../views/envelope/active-contract-json.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import type { EventMatcher } from "../../views/visibility/event-matcher.ts";
import { findActiveContractsInSteps } from "../queries/find-activations-at.ts";
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

/** A contract that the search examines. */
type ContractSearchEntry = ActiveContract | InFlightContract;

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
        accepts(entry.contract) ? () => createResultRow(entry, matcher, encoder) : undefined,
      positionOf: ({ activation }) => String(activation.sequence),
    },
    { limit: request.limit, maxScanned: maxItemsScannedPerSearch },
  );
};

const createResultRow = (
  entry: ContractSearchEntry,
  matcher: EventMatcher,
  encoder: EventEncoder,
): ActiveContractItem => {
  const query = { matcher, tokenOf: () => "" };
  const item =
    "unassigned" in entry
      ? createInFlightContractItem(entry, query, encoder)
      : createActiveContractItem(entry, query, encoder);
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
  const inFlight = await runStepsInSlices(findInFlightContractsInSteps(state, offset, matcher));
  const isBefore = ({ activation }: ContractSearchEntry): boolean => activation.sequence < before;
  if (offset < state.ledgerEnd) {
    const bounds = matcher.bounds;
    const query = { state, offset, bounds, after: 0 };
    const active = await runStepsInSlices(findActiveContractsInSteps(query));
    const all = [...active, ...inFlight].sort(compareNewestFirst);
    return { items: all.filter(isBefore), total: all.length };
  }
  const index = chooseSmallestIndex(state, parties, matcher);
  const inFlightEntries = [...inFlight].sort(compareNewestFirst).filter(isBefore);
  return {
    items: mergeEntries(iterateActiveBefore(index, before), inFlightEntries),
    total: index.size + inFlight.length,
  };
};

const parseStartSequence = (after: string | undefined): number => {
  if (after === undefined) return Infinity;
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw invalidSearchPositionError(after);
};

/** Returns the smallest index that contains all contracts that the search can find. */
const chooseSmallestIndex = (
  { active }: LedgerState,
  parties: readonly string[] | undefined,
  { bounds }: EventMatcher,
): ActiveContractList => {
  const choices: ActiveContractList[] = [active.all];
  if (parties?.length === 1) choices.push(getIndexOfKey(active.byStakeholder, parties[0]));
  const [template, ...others] = bounds.templates ?? [];
  if (template !== undefined && others.length === 0) {
    choices.push(getIndexOfKey(active.byTemplate, template));
  }
  return choices.reduce((best, index) => (index.size < best.size ? index : best));
};

const getIndexOfKey = (
  indexes: ImmutableOrderedMap<string, ActiveContractList>,
  key: string | undefined,
): ActiveContractList => (key === undefined ? undefined : indexes.get(key)) ?? noContracts;

const noContracts: ActiveContractList = ImmutableOrderedMap.empty();

function* iterateActiveBefore(
  index: ActiveContractList,
  before: number,
): Generator<ContractSearchEntry> {
  const from = before === Infinity ? undefined : before - 1;
  for (const [, active] of index.entriesReversed(from)) yield active;
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
  right.activation.sequence - left.activation.sequence;
