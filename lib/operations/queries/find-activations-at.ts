import type { ImmutableOrderedMap } from "../../base/collections/immutable-ordered-map.ts";
import { type ContractId, type Offset, splitTypeId } from "../../base/identifiers/identifiers.ts";
import { type Contract, getStakeholders } from "../../base/model/contract.ts";
import type { Update } from "../../base/model/update.ts";
import type { Activation, ActiveContract } from "../../ledger/state/activation.ts";
import type { ActiveContractList } from "../../ledger/state/contract-index.ts";
import type { ContractRecord, LedgerState } from "../../ledger/state/ledger-state.ts";
import type { MatchablePartiesAndTemplates } from "../../views/visibility/event-matcher.ts";
import { findEffectiveNodes } from "../../views/visibility/find-effective-nodes.ts";
import { createPackageQualifiedTemplateName } from "../../views/visibility/known-types.ts";
import { runStepsWithoutYielding, type StepGenerator } from "./step-generator.ts";

export interface ActiveContractsAtOffsetQuery {
  readonly state: LedgerState;
  /** An offset from the pruning offset to the ledger end. */
  readonly offset: Offset;
  /**
   * Bounds on the contracts that the reader needs. The result may also contain contracts outside
   * the bounds.
   */
  readonly bounds: MatchablePartiesAndTemplates;
  /** Return only activations with a higher sequence number; 0 for all. */
  readonly after: number;
}

/** Contracts by ascending sequence number of their activation. */
export interface ActiveContractSequence extends Iterable<ActiveContract> {
  /** Upper bound of the number of contracts. */
  readonly atMost: number;
}

/**
 * Returns the contracts that were active at an offset. Reads them lazily from the smallest index
 * that covers the bounds. For an offset before the ledger end, also reads every later update.
 */
export const findActiveContractsAtOffset = (
  query: ActiveContractsAtOffsetQuery,
): ActiveContractSequence => runStepsWithoutYielding(findActiveContractsInSteps(query));

/**
 * Like {@link findActiveContractsAtOffset}, but as a generator that yields after each update that it reads, so
 * that other work can run in between.
 */
export function* findActiveContractsInSteps(
  query: ActiveContractsAtOffsetQuery,
): StepGenerator<ActiveContractSequence> {
  const indexes = findSmallestIndexes(query.state, query.bounds);
  const endedActivations = yield* findContractsEndedSince(query);
  return {
    atMost: indexes.reduce((sum, index) => sum + index.size, 0) + endedActivations.length,
    [Symbol.iterator]: () => {
      const active = iterateStillActive(query, indexes);
      return endedActivations.length === 0 ? active : mergeBySequence(active, endedActivations);
    },
  };
}

const findSmallestIndexes = (
  { active }: LedgerState,
  { parties, templates }: MatchablePartiesAndTemplates,
): readonly ActiveContractList[] => {
  const choices: (readonly ActiveContractList[])[] = [[active.all]];
  if (parties !== undefined) choices.push(findIndexes(active.byStakeholder, parties));
  if (templates !== undefined) choices.push(findIndexes(active.byTemplate, templates));
  return choices.reduce((best, choice) =>
    sumIndexSizes(choice) < sumIndexSizes(best) ? choice : best,
  );
};

const findIndexes = (
  index: ImmutableOrderedMap<string, ActiveContractList>,
  keys: ReadonlySet<string>,
): readonly ActiveContractList[] =>
  [...keys].flatMap((key) => {
    const entries = index.get(key);
    return entries === undefined ? [] : [entries];
  });

const sumIndexSizes = (indexes: readonly ActiveContractList[]): number =>
  indexes.reduce((sum, index) => sum + index.size, 0);

function* iterateStillActive(
  { offset, after }: ActiveContractsAtOffsetQuery,
  indexes: readonly ActiveContractList[],
): Generator<ActiveContract> {
  for (const active of iterateContracts(indexes, after)) {
    // Sequence numbers increase with offsets, so the remaining contracts were not active yet.
    if (active.activation.offset > offset) return;
    yield active;
  }
}

/** Yields the contracts of several indexes by ascending sequence number, without duplicates. */
function* iterateContracts(
  indexes: readonly ActiveContractList[],
  after: number,
): Generator<ActiveContract> {
  const [only, ...others] = indexes;
  if (only === undefined) return;
  if (others.length === 0) {
    yield* only.values(after + 1);
    return;
  }
  const cursors = indexes.map((index) => index.entries(after + 1));
  const heads = cursors.map((cursor) => takeNextValue(cursor));
  for (;;) {
    const lowest = heads.reduce<readonly [number, ActiveContract] | undefined>(
      (best, head) =>
        head !== undefined && (best === undefined || head[0] < best[0]) ? head : best,
      undefined,
    );
    if (lowest === undefined) return;
    yield lowest[1];
    heads.forEach((head, position) => {
      const cursor = cursors[position];
      if (head?.[0] === lowest[0] && cursor !== undefined) heads[position] = takeNextValue(cursor);
    });
  }
}

const takeNextValue = <T>(cursor: Iterator<T>): T | undefined => {
  const result = cursor.next();
  return result.done === true ? undefined : result.value;
};

/**
 * Returns the contracts that were active at the offset and no longer are, by ascending sequence
 * number. Yields after each update and contract that it reads.
 */
function* findContractsEndedSince({
  state,
  offset,
  bounds,
  after,
}: ActiveContractsAtOffsetQuery): StepGenerator<readonly ActiveContract[]> {
  const ended = new Map<number, ActiveContract>();
  if (offset === state.ledgerEnd) return [];
  for (const [, { update }] of state.log.entries(offset + 1)) {
    yield;
    for (const contractId of update === undefined ? [] : iterateDeactivatedContracts(update)) {
      yield;
      const record = state.contracts.get(contractId);
      if (record === undefined || !isWithin(record.contract, bounds)) continue;
      const activation = findActivationEndedAfter(record, offset);
      if (activation === undefined || activation.sequence <= after) continue;
      ended.set(activation.sequence, { contract: record.contract, activation });
    }
  }
  return [...ended.values()].sort(compareBySequence);
}

function* iterateDeactivatedContracts(update: Update): Generator<ContractId> {
  if (update.kind === "transaction") {
    for (const node of findEffectiveNodes(update.transaction)) {
      if (node.kind === "exercise" && node.consuming) yield node.contractId;
    }
  } else if (update.kind === "reassignment") {
    for (const event of update.events) {
      if (event.kind === "unassigned") yield event.contractId;
    }
  }
}

const findActivationEndedAfter = (record: ContractRecord, offset: Offset): Activation | undefined =>
  record.ended?.find((ended) => ended.offset <= offset && ended.end.offset > offset);

const isWithin = (
  contract: Contract,
  { parties, templates }: MatchablePartiesAndTemplates,
): boolean =>
  (parties === undefined || getStakeholders(contract).some((party) => parties.has(party))) &&
  (templates === undefined ||
    templates.has(
      createPackageQualifiedTemplateName(
        contract.packageName,
        splitTypeId(contract.templateId).qualifiedName,
      ),
    ));

const compareBySequence = (left: ActiveContract, right: ActiveContract): number =>
  left.activation.sequence - right.activation.sequence;

function* mergeBySequence(
  active: Generator<ActiveContract>,
  ended: readonly ActiveContract[],
): Generator<ActiveContract> {
  let next = 0;
  for (const contract of active) {
    for (; ; next++) {
      const before = ended[next];
      if (before === undefined || compareBySequence(before, contract) > 0) break;
      yield before;
    }
    yield contract;
  }
  yield* ended.slice(next);
}
