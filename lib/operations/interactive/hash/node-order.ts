import { createMalformedBytesError } from "../../../base/values/wire-message.ts";
import {
  getPreparedChildNodeIds,
  type PreparedNodeId,
  type PreparedNodes,
} from "../wire/prepared-transaction.ts";

/**
 * Returns the ids of all nodes that can be reached from the roots, children before their parents,
 * without duplicates. Linear. The trees may have any depth. Raises INVALID_ARGUMENT for a missing
 * or cyclic node.
 */
export const orderNodesFromLeaves = ({
  roots,
  nodes,
}: PreparedNodes): readonly PreparedNodeId[] => {
  const order: PreparedNodeId[] = [];
  const states = new Map<PreparedNodeId, "open" | "done">();
  const pending = roots.toReversed();
  for (let nodeId = pending.pop(); nodeId !== undefined; nodeId = pending.pop()) {
    const state = states.get(nodeId);
    if (state === "done") continue;
    const node = nodes.get(nodeId);
    if (node === undefined) {
      throw createMalformedBytesError(`there is no node ${JSON.stringify(nodeId)}`);
    }
    if (state === "open") {
      // The loop reaches a node for the second time only after all nodes below it.
      states.set(nodeId, "done");
      order.push(nodeId);
      continue;
    }
    states.set(nodeId, "open");
    pending.push(nodeId);
    for (const child of getPreparedChildNodeIds(node).toReversed()) {
      if (states.get(child) === "open") {
        throw createMalformedBytesError(`the node ${child} is below itself`);
      }
      pending.push(child);
    }
  }
  return order;
};

/**
 * Raises INVALID_ARGUMENT unless the nodes form trees, in which each node is a root or the child of
 * exactly one node. Linear.
 */
export const checkPreparedNodeTrees = (transaction: PreparedNodes): void => {
  const { roots, nodes } = transaction;
  const seen = new Set<PreparedNodeId>(roots);
  let placed = roots.length;
  for (const nodeId of orderNodesFromLeaves(transaction)) {
    const node = nodes.get(nodeId);
    if (node === undefined) continue;
    for (const child of getPreparedChildNodeIds(node)) {
      seen.add(child);
      placed++;
    }
  }
  if (placed !== seen.size) throw createMalformedBytesError("a node is in more than one place");
  if (seen.size !== nodes.size) {
    throw createMalformedBytesError("there are nodes that are neither roots nor children");
  }
};
