import type { Offset } from "../../base/identifiers/identifiers.ts";
import { getStakeholders } from "../../base/model/contract.ts";
import type { ScheduledWorkOptions } from "../../base/scheduling/fair-scheduler.ts";
import type { ActiveContract } from "../../ledger/state/activation.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type {
  ActiveContractItem,
  ContractEntryJson,
} from "../../views/envelope/active-contract-json.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import type { CreatedEventJson } from "../../views/envelope/event-json.ts";
import { createUnassignedEventJson } from "../../views/envelope/reassignment-json.ts";
import { intersectWithRequestedParties } from "../../views/visibility/event-format.ts";
import type { EventMatcher } from "../../views/visibility/event-matcher.ts";
import { type AcsSnapshotPosition, encodeSnapshotPosition } from "./acs-snapshot-position.ts";
import { findActiveContractsInSteps } from "./find-activations-at.ts";
import { findInFlightContractsInSteps, type InFlightContract } from "./in-flight-at.ts";
import type { StepGenerator } from "./step-generator.ts";
import { StepwiseIterable } from "./stepwise-iterable.ts";

export interface ActiveContractItemsQuery {
  readonly state: LedgerState;
  readonly offset: Offset;
  readonly matcher: EventMatcher;
  /** Skip the items up to this position. */
  readonly after: AcsSnapshotPosition;
  /** Returns the continuation token of an item at a position. */
  readonly tokenOf: (position: string) => string;
  readonly options: ScheduledWorkOptions;
}

type ItemQuery = Pick<ActiveContractItemsQuery, "matcher" | "tokenOf">;

/** Items with a known upper bound of their number. Each iteration creates them again. */
export interface ItemsWithUpperBound<Item> extends Iterable<Item> {
  /** Upper bound of the number of items. */
  readonly atMost: number;
}

/**
 * The items of a snapshot of active contracts. Reading a contract is one step, even if the contract
 * is then filtered out.
 */
class SnapshotItems
  extends StepwiseIterable<ActiveContractItem>
  implements ItemsWithUpperBound<ActiveContractItem>
{
  readonly atMost: number;

  constructor(
    query: ActiveContractItemsQuery,
    active: Iterable<ActiveContract>,
    {
      inFlight,
      atMost,
    }: { readonly inFlight: readonly InFlightContract[]; readonly atMost: number },
  ) {
    super(() => generateItems(query, active, inFlight), query.options);
    this.atMost = atMost;
  }
}

/**
 * Returns the active contracts of a snapshot, then the contracts in flight (ledger-api.md 3.2).
 * It reads all updates after the offset of the snapshot, and yields once per update. Raises
 * PARTICIPANT_PRUNED_DATA_ACCESSED before it returns; reading the items raises no errors.
 */
export function* generateAcsSnapshotItems(
  query: ActiveContractItemsQuery,
): StepGenerator<SnapshotItems> {
  const { state, offset, matcher, after } = query;
  const { bounds } = matcher;
  const inFlight = (yield* findInFlightContractsInSteps(state, offset, matcher)).filter(
    after.kind === "activation" ? () => true : isAfterPosition(after),
  );
  if (after.kind === "inFlight") {
    return new SnapshotItems(query, [], { inFlight, atMost: inFlight.length });
  }
  const active = yield* findActiveContractsInSteps({
    state,
    offset,
    bounds,
    after: after.sequence,
  });
  return new SnapshotItems(query, active, { inFlight, atMost: active.atMost + inFlight.length });
}

const isAfterPosition =
  (after: Extract<AcsSnapshotPosition, { kind: "inFlight" }>) =>
  ({ offset, unassigned }: InFlightContract): boolean =>
    offset > after.offset || (offset === after.offset && unassigned.event.nodeId > after.nodeId);

function* generateItems(
  query: ActiveContractItemsQuery,
  active: Iterable<ActiveContract>,
  inFlight: readonly InFlightContract[],
): Generator<ActiveContractItem | undefined, void, undefined> {
  const encoder = new EventEncoder(query.state);
  for (const contract of active) yield createActiveContractItem(contract, query, encoder);
  for (const contract of inFlight) yield createInFlightContractItem(contract, query, encoder);
}

/** Returns the item of an active contract; undefined if the matcher does not match it. */
export const createActiveContractItem = (
  entry: ActiveContract,
  query: ItemQuery,
  encoder: EventEncoder,
): ActiveContractItem | undefined => {
  const { synchronizerId, reassignmentCounter, sequence } = entry.activation;
  const createdEvent = activationEvent(entry, query.matcher, encoder);
  if (createdEvent === undefined) return undefined;
  return toActiveContractItem(
    entry,
    { JsActiveContract: { createdEvent, synchronizerId, reassignmentCounter } },
    query.tokenOf(encodeSnapshotPosition({ kind: "activation", sequence })),
  );
};

/** Returns the item of a contract in flight; undefined if the matcher does not match it. */
export const createInFlightContractItem = (
  entry: InFlightContract,
  query: ItemQuery,
  encoder: EventEncoder,
): ActiveContractItem | undefined => {
  const { unassigned, offset } = entry;
  const createdEvent = activationEvent(entry, query.matcher, encoder);
  if (createdEvent === undefined) return undefined;
  const unassignedEvent = createUnassignedEventJson(unassigned, offset);
  const position = encodeSnapshotPosition({
    kind: "inFlight",
    offset,
    nodeId: unassigned.event.nodeId,
  });
  return toActiveContractItem(
    entry,
    { JsIncompleteUnassigned: { createdEvent, unassignedEvent } },
    query.tokenOf(position),
  );
};

const toActiveContractItem = (
  { activation }: ActiveContract,
  contractEntry: ContractEntryJson,
  streamContinuationToken: string,
): ActiveContractItem => ({
  workflowId: activation.workflowId,
  contractEntry,
  streamContinuationToken,
});

/**
 * Returns the created event; undefined if no requested party is a stakeholder, or the template was
 * not requested.
 */
const activationEvent = (
  { contract, activation }: ActiveContract,
  matcher: EventMatcher,
  encoder: EventEncoder,
): CreatedEventJson | undefined => {
  const stakeholders = getStakeholders(contract);
  const match = matcher.findEventMatch(contract.templateId, contract.packageName, stakeholders);
  if (match === undefined) return undefined;
  return encoder.resetViewQuota().encodeCreated(
    {
      kind: "created",
      nodeId: activation.nodeId,
      contract,
      witnessParties: intersectWithRequestedParties(matcher.requested, stakeholders),
      acsDelta: true,
      includeBlob: match.includeBlob,
      views: match.views,
    },
    activation.offset,
  );
};
