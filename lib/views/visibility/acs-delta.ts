import { stakeholdersOf } from "../../base/model/contract.ts";
import type { CreateNode, ExerciseNode, Transaction } from "../../base/model/node.ts";
import { effectiveNodes, transientContracts } from "./effective-nodes.ts";
import type { EventMatcher } from "./event-matcher.ts";
import { amongRequested } from "./requested-parties.ts";
import type { VisibleArchive, VisibleCreate, VisibleEvent } from "./visible-event.ts";

/**
 * Returns the changes that a transaction made to the active contracts of the requested parties:
 * creates and archives, shown to stakeholders, without transient contracts. In execution order.
 */
export const acsDelta = (
  transaction: Transaction,
  matcher: EventMatcher,
): readonly VisibleEvent[] => {
  const transient = transientContracts(transaction);
  const events: VisibleEvent[] = [];
  for (const node of effectiveNodes(transaction)) {
    if (node.kind === "create" && !transient.has(node.contract.contractId)) {
      const event = activation(node, matcher);
      if (event !== undefined) events.push(event);
    } else if (node.kind === "exercise" && node.consuming && !transient.has(node.contractId)) {
      const event = deactivation(node, matcher);
      if (event !== undefined) events.push(event);
    }
  }
  return events;
};

const activation = (node: CreateNode, matcher: EventMatcher): VisibleCreate | undefined => {
  const { contract, nodeId } = node;
  const stakeholders = stakeholdersOf(contract);
  const match = matcher.match(contract.templateId, contract.packageName, stakeholders);
  if (match === undefined) return undefined;
  return {
    kind: "created",
    nodeId,
    contract,
    witnessParties: amongRequested(matcher.requested, stakeholders),
    acsDelta: true,
    includeBlob: match.includeBlob,
    views: match.views,
  };
};

const deactivation = (node: ExerciseNode, matcher: EventMatcher): VisibleArchive | undefined => {
  const match = matcher.match(node.templateId, node.packageName, node.stakeholders);
  if (match === undefined) return undefined;
  return {
    kind: "archived",
    node,
    witnessParties: amongRequested(matcher.requested, node.stakeholders),
    implementedInterfaces: match.views,
  };
};
