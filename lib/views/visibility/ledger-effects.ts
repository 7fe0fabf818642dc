import type { ContractId } from "../../base/identifiers/identifiers.ts";
import { getStakeholders } from "../../base/model/contract.ts";
import type { CreateNode, ExerciseNode, Transaction } from "../../base/model/node.ts";
import { intersectWithRequestedParties, isSomePartyRequested } from "./event-format.ts";
import type { EventMatcher } from "./event-matcher.ts";
import { findEffectiveNodes, findTransientContracts } from "./find-effective-nodes.ts";
import type { VisibleCreate, VisibleEvent, VisibleExercise } from "./visible-event.ts";

/**
 * Returns the events of a transaction that the requested parties witness, in execution order: the
 * creates and exercises of which they are informees, and those below them.
 */
export const computeVisibleLedgerEffects = (
  transaction: Transaction,
  matcher: EventMatcher,
): readonly VisibleEvent[] => {
  const transient = findTransientContracts(transaction);
  const events: VisibleEvent[] = [];
  for (const node of findEffectiveNodes(transaction)) {
    const event =
      node.kind === "create"
        ? toVisibleCreate(node, matcher, transient)
        : node.kind === "exercise"
          ? toVisibleExercise(node, matcher, transient)
          : undefined;
    if (event !== undefined) events.push(event);
  }
  return events;
};

const toVisibleCreate = (
  node: CreateNode,
  matcher: EventMatcher,
  transient: ReadonlySet<ContractId>,
): VisibleCreate | undefined => {
  const { contract, nodeId, witnesses } = node;
  const match = matcher.findEventMatch(contract.templateId, contract.packageName, witnesses);
  if (match === undefined) return undefined;
  return {
    kind: "created",
    nodeId,
    contract,
    witnessParties: intersectWithRequestedParties(matcher.requested, witnesses),
    acsDelta:
      !transient.has(contract.contractId) &&
      isSomePartyRequested(matcher.requested, getStakeholders(contract)),
    includeBlob: match.includeBlob,
    views: match.views,
  };
};

const toVisibleExercise = (
  node: ExerciseNode,
  matcher: EventMatcher,
  transient: ReadonlySet<ContractId>,
): VisibleExercise | undefined => {
  const match = matcher.findEventMatch(node.templateId, node.packageName, node.witnesses);
  if (match === undefined) return undefined;
  return {
    kind: "exercised",
    node,
    witnessParties: intersectWithRequestedParties(matcher.requested, node.witnesses),
    acsDelta:
      node.consuming &&
      !transient.has(node.contractId) &&
      isSomePartyRequested(matcher.requested, node.stakeholders),
    implementedInterfaces: node.consuming ? match.views : [],
  };
};
