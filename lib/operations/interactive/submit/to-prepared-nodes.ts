import type {
  ContractId,
  NodeId,
  PackageName,
  TypeId,
} from "../../../base/identifiers/identifiers.ts";
import { type Contract, type ContractKey, getStakeholders } from "../../../base/model/contract.ts";
import type { ExerciseNode, FetchNode, Node, Transaction } from "../../../base/model/node.ts";
import type { Type } from "../../../base/values/type.ts";
import type { Value } from "../../../base/values/value.ts";
import type { ChoiceSignature } from "../../../contracts/engine/package-signature.ts";
import { runSuspendableGenerator } from "../../../contracts/engine/suspension.ts";
import type { PackageRegistry } from "../../../contracts/packages/registry.ts";
import { encodeCreatedEventBlobBytes } from "../../../contracts/transaction/created-event-blob.ts";
import { NodeSeeds } from "../../../contracts/transaction/seeds.ts";
import { countStepsForBytes } from "../wire/count-steps-for-bytes.ts";
import type { EnrichedValue } from "../wire/enriched-value.ts";
import type {
  PreparedContractKey,
  PreparedCreateNode,
  PreparedInputContract,
  PreparedNode,
  PreparedNodeId,
  PreparedNodes,
} from "../wire/prepared-transaction.ts";
import { enrichValue, type PreparedContractIdMapper } from "./enrich-value.ts";
import { estimateInputContractSize, estimateNodeSize } from "./prepared-size.ts";
import { createUnresolvedTypeError } from "./unresolved-type.ts";

/** The seeds of root nodes, by their index. */
export type RootNodeSeeds = Pick<NodeSeeds, "deriveSeed">;

interface DescriptionOptions {
  readonly packages: PackageRegistry;
  readonly rootSeeds: RootNodeSeeds;
}

/**
 * Returns the transaction in the form that external parties sign: with seeds, and with type ids and
 * labels in the values. The ids of new contracts have only the part that does not depend on the
 * execution. Children come before their parents, in the order in which a participant sends them.
 * Linear.
 */
export const toPreparedNodes = (
  transaction: Transaction,
  described: DescriptionOptions,
): PreparedNodes => runSuspendableGenerator(toPreparedNodesInSteps(transaction, described));

/**
 * Like {@link toPreparedNodes}, but as a generator, so that other work can run in between:
 * after each node, yields the number of steps that it took.
 */
export function* toPreparedNodesInSteps(
  transaction: Transaction,
  { packages, rootSeeds }: DescriptionOptions,
): Generator<number, PreparedNodes> {
  const describe = new NodeDescriber(packages, localIdsOfCreated(transaction));
  const nodes = new Map<PreparedNodeId, PreparedNode>();
  let isKeyed = false;
  for (const node of childrenFirst(transaction)) {
    const described = describe.describeNode(node);
    isKeyed ||= described.kind !== "rollback" && described.version === keyedVersion;
    nodes.set(String(node.nodeId), described);
    yield countStepsForBytes(estimateNodeSize(node));
  }
  return {
    version: isKeyed ? keyedVersion : plainVersion,
    roots: transaction.roots.map(String),
    nodes,
    seeds: computeNodeSeeds(transaction, rootSeeds),
  };
}

/**
 * Returns contracts of the ledger as inputs of a prepared transaction. After each contract, yields
 * the number of steps that it took.
 */
export function* toPreparedInputContractsInSteps(
  contracts: Iterable<Contract>,
  packages: PackageRegistry,
): Generator<number, readonly PreparedInputContract[]> {
  const inputs: PreparedInputContract[] = [];
  for (const contract of contracts) {
    inputs.push(toPreparedInputContract(contract, packages));
    yield countStepsForBytes(estimateInputContractSize(contract));
  }
  return inputs;
}

/** Returns a contract of the ledger as an input of a prepared transaction. */
export const toPreparedInputContract = (
  contract: Contract,
  packages: PackageRegistry,
): PreparedInputContract => ({
  contract: new NodeDescriber(packages, (contractId) => contractId).describeCreate(contract),
  createdAt: contract.createdAt,
  eventBlob: encodeCreatedEventBlobBytes(contract),
});

/** Returns the ids of the contracts that the transaction uses but does not create, sorted. */
export const listInputContractIds = ({ nodes }: PreparedNodes): readonly ContractId[] => {
  const created = new Set<ContractId>();
  const used = new Set<ContractId>();
  for (const node of nodes.values()) {
    if (node.kind === "create") created.add(node.contractId);
    else if (node.kind === "queryByKey") for (const found of node.result) used.add(found);
    else if (node.kind !== "rollback") used.add(node.contractId);
  }
  return [...used].filter((contractId) => !created.has(contractId)).sort();
};

const plainVersion = "2.1";
const keyedVersion = "2";

/**
 * Number of hex digits at the beginning of a contract id that are known before execution: version
 * and discriminator.
 */
const localLength = 66;

const localIdsOfCreated = ({ nodes }: Transaction): PreparedContractIdMapper => {
  const created = new Set<ContractId>();
  for (const node of nodes) if (node.kind === "create") created.add(node.contract.contractId);
  return (contractId) => (created.has(contractId) ? contractId.slice(0, localLength) : contractId);
};

class NodeDescriber {
  readonly #packages: PackageRegistry;
  readonly #name: PreparedContractIdMapper;

  constructor(packages: PackageRegistry, name: PreparedContractIdMapper) {
    this.#packages = packages;
    this.#name = name;
  }

  describeNode(node: Node): PreparedNode {
    switch (node.kind) {
      case "create":
        return this.describeCreate(node.contract);
      case "fetch":
        return { kind: "fetch", ...this.#describeContractUsage(node) };
      case "exercise": {
        const { argument, result } = this.#requireChoiceSignature(node);
        return {
          kind: "exercise",
          ...this.#describeContractUsage(node),
          choice: node.choice,
          argument: this.#describeValue(argument, node.argument),
          consuming: node.consuming,
          children: node.children.map(String),
          choiceObservers: node.choiceObservers,
          ...(node.result && { result: this.#describeValue(result, node.result) }),
        };
      }
      case "lookupByKey":
        return {
          kind: "queryByKey",
          version: keyedVersion,
          packageName: node.packageName,
          templateId: node.templateId,
          exhaustive: node.exhaustive,
          key: this.#describeContractKey(node, node.key),
          result: node.contractIds.map(this.#name),
        };
      case "rollback":
        return { kind: "rollback", children: node.children.map(String) };
    }
  }

  describeCreate(contract: Contract): PreparedCreateNode {
    const { contractId, packageName, templateId, signatories, key } = contract;
    return {
      kind: "create",
      version: chooseNodeVersion(key),
      contractId: this.#name(contractId),
      packageName,
      templateId,
      argument: this.#describeValue(this.#requireTemplate(templateId).payload, contract.argument),
      signatories,
      stakeholders: getStakeholders(contract),
      ...(key && { key: this.#describeContractKey(contract, key) }),
    };
  }

  #describeContractUsage(node: ExerciseNode | FetchNode) {
    const { packageName, templateId, interfaceId, key } = node;
    return {
      version: chooseNodeVersion(key),
      contractId: this.#name(node.contractId),
      packageName,
      templateId,
      signatories: node.signatories,
      stakeholders: node.stakeholders,
      actingParties: node.actingParties,
      byKey: node.byKey,
      ...(interfaceId !== undefined && { interfaceId }),
      ...(key && { key: this.#describeContractKey(node, key) }),
    };
  }

  #describeContractKey(
    { packageName, templateId }: { packageName: PackageName; templateId: TypeId },
    { value, hash, maintainers }: ContractKey,
  ): PreparedContractKey {
    const type = this.#requireTemplate(templateId).key;
    if (type === undefined) throw createUnresolvedTypeError(templateId);
    return { packageName, templateId, value: this.#describeValue(type, value), hash, maintainers };
  }

  #describeValue(type: Type, value: Value): EnrichedValue {
    return enrichValue(this.#packages.shapes.of(type), value, this.#name);
  }

  #requireTemplate(templateId: TypeId) {
    const template = this.#packages.template(templateId);
    if (template === undefined) throw createUnresolvedTypeError(templateId);
    return template;
  }

  #requireChoiceSignature({ interfaceId, templateId, choice }: ExerciseNode): ChoiceSignature {
    const choices =
      interfaceId === undefined
        ? this.#packages.template(templateId)?.choices
        : this.#packages.interface(interfaceId)?.choices;
    const signature = choices?.get(choice);
    if (signature === undefined) throw createUnresolvedTypeError(interfaceId ?? templateId);
    return signature;
  }
}

const chooseNodeVersion = (key: ContractKey | undefined): string =>
  key === undefined ? plainVersion : keyedVersion;

interface SeededContext {
  readonly children: readonly NodeId[];
  readonly seeds: RootNodeSeeds;
}

/**
 * Returns the seeds of the creates and exercises. A seed depends on the seed of the parent and on
 * the index of the node among its siblings; the children of a rollback count as siblings of the
 * rollback.
 */
const computeNodeSeeds = (
  { roots, nodes }: Transaction,
  rootSeeds: RootNodeSeeds,
): ReadonlyMap<PreparedNodeId, Uint8Array> => {
  const found: (readonly [NodeId, Uint8Array])[] = [];
  const contexts: SeededContext[] = [{ children: roots, seeds: rootSeeds }];
  // The loop appends to the list that it iterates over.
  for (const { children, seeds } of contexts) {
    let index = 0;
    for (const node of actionsAmong(children, nodes)) {
      const at = index++;
      if (node.kind !== "create" && node.kind !== "exercise") continue;
      const seed = seeds.deriveSeed(at);
      found.push([node.nodeId, seed]);
      if (node.kind === "exercise" && node.children.length > 0) {
        contexts.push({ children: node.children, seeds: new NodeSeeds(seed) });
      }
    }
  }
  found.sort(([left], [right]) => left - right);
  return new Map(found.map(([nodeId, seed]) => [String(nodeId), seed]));
};

const childrenFirst = ({ roots, nodes }: Transaction): readonly Node[] => {
  const fromRoots: Node[] = [];
  const pending = [...roots];
  for (let nodeId = pending.pop(); nodeId !== undefined; nodeId = pending.pop()) {
    const node = nodes[nodeId];
    if (node === undefined) continue;
    fromRoots.push(node);
    if (node.kind === "exercise" || node.kind === "rollback") pending.push(...node.children);
  }
  return fromRoots.reverse();
};

/** Returns the nodes, with each rollback replaced by its children. */
const actionsAmong = (children: readonly NodeId[], nodes: readonly Node[]): readonly Node[] => {
  const actions: Node[] = [];
  const pending = children.toReversed();
  for (let nodeId = pending.pop(); nodeId !== undefined; nodeId = pending.pop()) {
    const node = nodes[nodeId];
    if (node?.kind === "rollback") {
      for (const child of node.children.toReversed()) pending.push(child);
    } else if (node !== undefined) {
      actions.push(node);
    }
  }
  return actions;
};
