import { malformed } from "../../../base/values/wire-message.ts";
import {
  childrenOf,
  type PreparedNodeId,
  type PreparedNodes,
} from "../wire/prepared-transaction.ts";

/**
 * Every node that can be reached from the roots, children before their parents, each once. Linear,
 * whatever the depth. Raises INVALID_ARGUMENT for a node that is not there and for one below itself.
 */
export const nodesFromLeaves = ({ roots, nodes }: PreparedNodes): readonly PreparedNodeId[] => {
  const order: PreparedNodeId[] = [];
  const states = new Map<PreparedNodeId, "open" | "done">();
  const pending = roots.toReversed();
  for (let nodeId = pending.pop(); nodeId !== undefined; nodeId = pending.pop()) {
    const state = states.get(nodeId);
    if (state === "done") continue;
    const node = nodes.get(nodeId);
    if (node === undefined) throw malformed(`there is no node ${JSON.stringify(nodeId)}`);
    if (state === "open") {
      // All below it is done when it comes up for the second time.
      states.set(nodeId, "done");
      order.push(nodeId);
      continue;
    }
    states.set(nodeId, "open");
    pending.push(nodeId);
    for (const child of childrenOf(node).toReversed()) {
      if (states.get(child) === "open") throw malformed(`the node ${child} is below itself`);
      pending.push(child);
    }
  }
  return order;
};

/**
 * Raises INVALID_ARGUMENT unless the nodes are trees: every one is a root or the child of exactly one
 * other. Linear.
 */
export const checkTrees = (transaction: PreparedNodes): void => {
  const { roots, nodes } = transaction;
  const seen = new Set<PreparedNodeId>(roots);
  let placed = roots.length;
  for (const nodeId of nodesFromLeaves(transaction)) {
    const node = nodes.get(nodeId);
    if (node === undefined) continue;
    for (const child of childrenOf(node)) {
      seen.add(child);
      placed++;
    }
  }
  if (placed !== seen.size) throw malformed("a node is in more than one place");
  if (seen.size !== nodes.size) throw malformed("there are nodes that belong nowhere");
};
