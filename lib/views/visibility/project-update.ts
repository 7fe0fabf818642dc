import type { Party, TypeId } from "../../base/identifiers/identifiers.ts";
import { type Contract, getStakeholders } from "../../base/model/contract.ts";
import type { CreateNode, ExerciseNode, Transaction } from "../../base/model/node.ts";
import type {
  ReassignmentEvent,
  ReassignmentUpdate,
  TopologyEvent,
  TopologyUpdate,
  TransactionUpdate,
  UnassignedEvent,
  Update,
} from "../../base/model/update.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import {
  type EventFormat,
  intersectWithRequestedParties,
  isSomePartyRequested,
  type RequestedParties,
  type TransactionFormat,
  type UpdateFormat,
} from "./event-format.ts";
import { EventMatcher } from "./event-matcher.ts";
import { findEffectiveNodes, findTransientContracts } from "./find-effective-nodes.ts";
import { computeVisibleLedgerEffects } from "./ledger-effects.ts";
import type { VisibleArchivedEvent, VisibleCreate, VisibleEvent } from "./visible-event.ts";

/** The part of an update that the requested parties may see. */
export type VisibleUpdate = VisibleTransaction | VisibleReassignment | VisibleTopologyChange;

export interface VisibleTransaction {
  readonly kind: "transaction";
  readonly update: TransactionUpdate;
  readonly events: readonly VisibleEvent[];
  /** True if a requested party submitted the transaction. Then command id and cost are shown. */
  readonly submitted: boolean;
}

export interface VisibleReassignment {
  readonly kind: "reassignment";
  readonly update: ReassignmentUpdate;
  readonly events: readonly VisibleReassignmentEvent[];
  readonly submitted: boolean;
}

export type VisibleReassignmentEvent = VisibleUnassignedEvent | VisibleAssignedEvent;

interface VisibleReassignmentEventCommon {
  readonly witnessParties: readonly Party[];
  /** True if the submitting party is one of the requested parties. */
  readonly submitterVisible: boolean;
}

export interface VisibleUnassignedEvent extends VisibleReassignmentEventCommon {
  readonly kind: "unassigned";
  readonly event: UnassignedEvent;
}

export interface VisibleAssignedEvent extends VisibleReassignmentEventCommon {
  readonly kind: "assigned";
  readonly event: Extract<ReassignmentEvent, { kind: "assigned" }>;
  readonly contract: Contract;
  readonly includeBlob: boolean;
  readonly views: readonly TypeId[];
}

export interface VisibleTopologyChange {
  readonly kind: "topology";
  readonly update: TopologyUpdate;
  readonly events: readonly TopologyEvent[];
}

/** A compiled {@link TransactionFormat}. */
export interface CompiledTransactionFormat {
  readonly matcher: EventMatcher;
  readonly shape: TransactionFormat["shape"];
}

/** A compiled {@link UpdateFormat}. Streams, pages and look-ups of updates all use it. */
export interface CompiledUpdateFormat {
  readonly transactions?: CompiledTransactionFormat;
  readonly reassignments?: EventMatcher;
  /** The parties whose hosting changes are requested. */
  readonly topology?: RequestedParties;
}

export const compileTransactionFormat = (
  format: TransactionFormat,
  packages: PackageRegistry,
): CompiledTransactionFormat => ({
  matcher: new EventMatcher(format.eventFormat, packages),
  shape: format.shape,
});

export const compileUpdateFormat = (
  { transactions, reassignments, topology }: UpdateFormat,
  packages: PackageRegistry,
): CompiledUpdateFormat => ({
  ...(transactions && { transactions: compileTransactionFormat(transactions, packages) }),
  ...(reassignments && { reassignments: new EventMatcher(reassignments, packages) }),
  ...(topology && {
    topology: topology.parties.length === 0 ? ("all" as const) : new Set(topology.parties),
  }),
});

/** Returns the event formats in an update format. */
export const listEventFormats = ({
  transactions,
  reassignments,
}: UpdateFormat): readonly EventFormat[] => [
  ...(transactions === undefined ? [] : [transactions.eventFormat]),
  ...(reassignments === undefined ? [] : [reassignments]),
];

/**
 * Returns the visible part of an update; undefined if its kind was not requested or no event is
 * visible (ledger-api.md 3.1.3, 3.1.5).
 */
export const projectVisibleUpdate = (
  update: Update,
  projection: CompiledUpdateFormat,
): VisibleUpdate | undefined => {
  const visible = projectKind(update, projection);
  return visible === undefined || visible.events.length === 0 ? undefined : visible;
};

const projectKind = (
  update: Update,
  projection: CompiledUpdateFormat,
): VisibleUpdate | undefined => {
  switch (update.kind) {
    case "transaction":
      return projection.transactions && projectVisibleTransaction(update, projection.transactions);
    case "reassignment":
      return projection.reassignments && projectReassignment(update, projection.reassignments);
    case "topology":
      return projection.topology && projectTopology(update, projection.topology);
  }
};

/** Returns the transaction with its visible events, even if there are none. */
export const projectVisibleTransaction = (
  update: TransactionUpdate,
  { matcher, shape }: CompiledTransactionFormat,
): VisibleTransaction => ({
  kind: "transaction",
  update,
  events:
    shape === "acsDelta"
      ? computeAcsDeltaOfTransaction(update.transaction, matcher)
      : computeVisibleLedgerEffects(update.transaction, matcher),
  submitted: isSomePartyRequested(matcher.requested, update.submission.actAs),
});

/** Returns the reassignment with its visible events, even if there are none. */
export const projectReassignment = (
  update: ReassignmentUpdate,
  matcher: EventMatcher,
): VisibleReassignment => ({
  kind: "reassignment",
  update,
  events: update.events.flatMap((event) => {
    const visible =
      event.kind === "unassigned"
        ? projectUnassignedEvent(event, matcher)
        : visibleAssign(event, matcher);
    return visible === undefined ? [] : [visible];
  }),
  submitted: isSomePartyRequested(matcher.requested, update.submission.actAs),
});

/** Returns the visible part of an unassignment; undefined if `matcher` does not match it. */
export const projectUnassignedEvent = (
  event: UnassignedEvent,
  matcher: EventMatcher,
): VisibleUnassignedEvent | undefined =>
  matcher.findEventMatch(event.templateId, event.packageName, event.stakeholders) && {
    kind: "unassigned",
    event,
    witnessParties: intersectWithRequestedParties(matcher.requested, event.stakeholders),
    submitterVisible: isSomePartyRequested(matcher.requested, [event.submitter]),
  };

const visibleAssign = (
  event: VisibleAssignedEvent["event"],
  matcher: EventMatcher,
): VisibleAssignedEvent | undefined => {
  const { contract } = event;
  const match = matcher.findEventMatch(
    contract.templateId,
    contract.packageName,
    event.stakeholders,
  );
  if (match === undefined) return undefined;
  return {
    kind: "assigned",
    event,
    contract,
    includeBlob: match.includeBlob,
    views: match.views,
    witnessParties: intersectWithRequestedParties(matcher.requested, event.stakeholders),
    submitterVisible: isSomePartyRequested(matcher.requested, [event.submitter]),
  };
};

const projectTopology = (
  update: TopologyUpdate,
  parties: RequestedParties,
): VisibleTopologyChange => ({
  kind: "topology",
  update,
  events: update.events.filter(({ party }) => isSomePartyRequested(parties, [party])),
});

/**
 * Returns the changes that a transaction made to the active contracts of the requested parties, in
 * execution order: creates and archives of contracts of which they are stakeholders, without
 * transient contracts.
 */
export const computeAcsDeltaOfTransaction = (
  transaction: Transaction,
  matcher: EventMatcher,
): readonly VisibleEvent[] => {
  const transient = findTransientContracts(transaction);
  const events: VisibleEvent[] = [];
  for (const node of findEffectiveNodes(transaction)) {
    if (node.kind === "create" && !transient.has(node.contract.contractId)) {
      const event = toVisibleActivation(node, matcher);
      if (event !== undefined) events.push(event);
    } else if (node.kind === "exercise" && node.consuming && !transient.has(node.contractId)) {
      const event = toVisibleDeactivation(node, matcher);
      if (event !== undefined) events.push(event);
    }
  }
  return events;
};

const toVisibleActivation = (
  node: CreateNode,
  matcher: EventMatcher,
): VisibleCreate | undefined => {
  const { contract, nodeId } = node;
  const stakeholders = getStakeholders(contract);
  const match = matcher.findEventMatch(contract.templateId, contract.packageName, stakeholders);
  if (match === undefined) return undefined;
  return {
    kind: "created",
    nodeId,
    contract,
    witnessParties: intersectWithRequestedParties(matcher.requested, stakeholders),
    acsDelta: true,
    includeBlob: match.includeBlob,
    views: match.views,
  };
};

const toVisibleDeactivation = (
  node: ExerciseNode,
  matcher: EventMatcher,
): VisibleArchivedEvent | undefined => {
  const match = matcher.findEventMatch(node.templateId, node.packageName, node.stakeholders);
  if (match === undefined) return undefined;
  return {
    kind: "archived",
    node,
    witnessParties: intersectWithRequestedParties(matcher.requested, node.stakeholders),
    implementedInterfaces: match.views,
  };
};
