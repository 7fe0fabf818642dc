import type { ContractId } from "../../base/identifiers/identifiers.ts";
import type {
  CreateNode,
  ExerciseNode,
  FetchNode,
  LookupByKeyNode,
  Node,
  Transaction,
} from "../../base/model/node.ts";

type EffectiveNode = CreateNode | ExerciseNode | FetchNode | LookupByKeyNode;

/**
 * Returns the nodes of a transaction that took effect, in execution order: all except rollbacks and
 * the nodes below them.
 */
export const findEffectiveNodes = ({ nodes }: Transaction): Iterable<EffectiveNode> =>
  nodes.every(isEffective) ? nodes : iterateOutsideRollbacks(nodes);

const isEffective = (node: Node): node is EffectiveNode => node.kind !== "rollback";

function* iterateOutsideRollbacks(nodes: readonly Node[]): Generator<EffectiveNode> {
  let index = 0;
  while (index < nodes.length) {
    const node = nodes[index];
    if (node === undefined) return;
    if (node.kind === "rollback") {
      index = node.lastDescendantNodeId + 1;
    } else {
      yield node;
      index += 1;
    }
  }
}

const noContractIds: ReadonlySet<ContractId> = new Set();

/**
 * Returns the contracts that the transaction both creates and archives. They are not in an ACS
 * delta.
 */
export const findTransientContracts = (transaction: Transaction): ReadonlySet<ContractId> => {
  if (transaction.nodes.length < 2) return noContractIds;
  const created = new Set<ContractId>();
  const transient = new Set<ContractId>();
  for (const node of findEffectiveNodes(transaction)) {
    if (node.kind === "create") {
      created.add(node.contract.contractId);
    } else if (node.kind === "exercise" && node.consuming && created.has(node.contractId)) {
      transient.add(node.contractId);
    }
  }
  return transient;
};
