import { splitTypeId } from "../../base/identifiers/identifiers.ts";
import { type Contract, getStakeholders } from "../../base/model/contract.ts";
import type { ExerciseNode, FetchNode } from "../../base/model/node.ts";
import { createPartySet, type PartySet, unitePartySets } from "../../base/model/party-set.ts";
import type { ExerciseStep, FetchStep, LookupByKeyStep } from "../engine/partial-transaction.ts";
import {
  type ExerciseNodeDraft,
  type LeafNodeDraft,
  type MutableTransactionNode,
  noChildNodes,
  noWitnesses,
  placeholderNodeId,
  type RollbackNodeDraft,
  type TransactionNodeDraft,
} from "./node-draft.ts";

/**
 * Returns a create node with its informees (daml-lf.md 14.2). In this file, `contract` is the
 * contract that the transaction has stored, not the data that the engine passed.
 */
export const draftCreateNode = (contract: Contract): LeafNodeDraft => ({
  informees: getStakeholders(contract),
  node: { kind: "create", nodeId: placeholderNodeId, witnesses: noWitnesses, contract },
});

/**
 * Returns a fetch node. `authorizers` are the authorizing parties of the context. Those that are
 * stakeholders become the acting parties.
 */
export const draftFetchNode = (
  step: FetchStep,
  contract: Contract,
  authorizers: PartySet,
): LeafNodeDraft => {
  const stakeholders = getStakeholders(contract);
  const actingParties = stakeholders.filter((party) => authorizers.includes(party));
  const node: MutableTransactionNode<FetchNode> = {
    kind: "fetch",
    nodeId: placeholderNodeId,
    witnesses: noWitnesses,
    contractId: contract.contractId,
    packageName: contract.packageName,
    templateId: step.templateId,
    actingParties,
    signatories: contract.signatories,
    stakeholders,
    byKey: step.byKey ?? false,
  };
  setOptionalProperties(node, step, contract);
  return { node, informees: unitePartySets(contract.signatories, actingParties) };
};

export const draftLookupNode = (
  { templateId, packageName, key, limit }: LookupByKeyStep,
  found: readonly Contract[],
): LeafNodeDraft => ({
  informees: key.maintainers,
  node: {
    kind: "lookupByKey",
    nodeId: placeholderNodeId,
    witnesses: noWitnesses,
    packageName,
    templateId,
    qualifiedName: splitTypeId(templateId).qualifiedName,
    key,
    contractIds: found.map(({ contractId }) => contractId),
    exhaustive: found.length < limit,
  },
});

/** Returns an open exercise without children and result. `actingParties` are the controllers. */
export const draftExerciseNode = (
  step: ExerciseStep,
  contract: Contract,
  actingParties: PartySet,
): ExerciseNodeDraft => {
  const choiceObservers = createPartySet(step.choiceObservers);
  const stakeholders = getStakeholders(contract);
  const node: MutableTransactionNode<ExerciseNode> = {
    kind: "exercise",
    nodeId: placeholderNodeId,
    witnesses: noWitnesses,
    contractId: contract.contractId,
    packageName: contract.packageName,
    templateId: step.templateId,
    choice: step.choice,
    consuming: step.consuming,
    argument: step.argument,
    actingParties,
    choiceObservers,
    signatories: contract.signatories,
    stakeholders,
    byKey: step.byKey ?? false,
    children: noChildNodes,
    lastDescendantNodeId: placeholderNodeId,
  };
  setOptionalProperties(node, step, contract);
  const informed = step.consuming ? stakeholders : contract.signatories;
  return {
    node,
    informees: unitePartySets(unitePartySets(informed, actingParties), choiceObservers),
    children: [],
  };
};

export const draftRollbackNode = (children: TransactionNodeDraft[]): RollbackNodeDraft => ({
  node: {
    kind: "rollback",
    nodeId: placeholderNodeId,
    witnesses: noWitnesses,
    children: noChildNodes,
    lastDescendantNodeId: placeholderNodeId,
  },
  children,
});

/** Sets properties that only some steps and contracts have. */
const setOptionalProperties = (
  node: MutableTransactionNode<ExerciseNode> | MutableTransactionNode<FetchNode>,
  { interfaceId }: FetchStep | ExerciseStep,
  { key }: Contract,
): void => {
  if (interfaceId !== undefined) node.interfaceId = interfaceId;
  if (key !== undefined) node.key = key;
};
