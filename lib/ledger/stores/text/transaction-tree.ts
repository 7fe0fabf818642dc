import type { Node, Transaction } from "../../../base/model/node.ts";

/**
 * Returns true if the nodes of a transaction form a tree and are listed in pre-order, so that a walk
 * over the tree ends. The members of the transaction must have the right types.
 */
export const isTransactionTree = ({ roots, nodes }: Transaction): boolean =>
  isSequence(roots, nodes, 0, nodes.length - 1) &&
  nodes.every(
    (node, index) =>
      node.nodeId === index &&
      (!("children" in node) ||
        isSequence(node.children, nodes, index + 1, node.lastDescendantNodeId)),
  );

/** Returns true if the subtrees of the nodes follow each other, from the id `first` to `last`. */
const isSequence = (
  ids: readonly number[],
  nodes: readonly Node[],
  first: number,
  last: number,
): boolean => {
  let next = first;
  for (const id of ids) {
    const node = nodes[id];
    if (id !== next || node === undefined) return false;
    next = ("children" in node ? node.lastDescendantNodeId : id) + 1;
  }
  return next === last + 1;
};
