import type { NodeId } from "../../base/identifiers/identifiers.ts";
import type { Node, Transaction } from "../../base/model/node.ts";
import { type PartySet, unitePartySets } from "../../base/model/party-set.ts";
import {
  type ExerciseNodeDraft,
  noWitnesses,
  type RollbackNodeDraft,
  type TransactionNodeDraft,
} from "./node-draft.ts";

/**
 * Siblings that are being numbered. The descendants of a sibling are numbered before the next
 * sibling.
 */
interface SiblingNumbering {
  readonly drafts: readonly TransactionNodeDraft[];
  /**
   * Ids of the siblings: the children of their parent, or the roots. The array is allocated at its exact
   * size, because the transaction keeps it in memory.
   */
  readonly ids: NodeId[];
  /** Witnesses of the parent. */
  readonly witnesses: PartySet;
  readonly outer: SiblingNumbering | undefined;
  /** Number of siblings that already have a number. */
  numbered: number;
}

/**
 * Returns the transaction that consists of the drafts. Numbers the nodes in pre-order. Computes the
 * witnesses of each node: its informees and all witnesses of its parent (daml-lf.md 14.2, 16.1). Do
 * not use the drafts afterwards: the transaction contains their node objects. Linear in the number
 * of nodes, for any depth.
 */
export const createTransactionFromDrafts = (
  drafts: readonly TransactionNodeDraft[],
): Transaction => {
  const nodes: Node[] = [];
  const inner: InnerNode[] = [];
  const roots = createSiblings(drafts, noWitnesses, undefined);
  let siblings: SiblingNumbering | undefined = roots;
  while (siblings !== undefined) {
    const draft: TransactionNodeDraft | undefined = siblings.drafts[siblings.numbered];
    if (draft === undefined) {
      siblings = siblings.outer;
      continue;
    }
    const { node, informees, children } = draft;
    node.nodeId = nodes.length;
    siblings.ids[siblings.numbered++] = nodes.length;
    nodes.push(node);
    let { witnesses } = siblings;
    if (informees !== undefined) node.witnesses = witnesses = unitePartySets(witnesses, informees);
    if (children === undefined) continue;
    inner.push(draft.node);
    if (children.length === 0) continue;
    siblings = createSiblings(children, witnesses, siblings);
    draft.node.children = siblings.ids;
  }
  // Go in reverse order: descendants come after their ancestors, so the last descendant of the last
  // child is known.
  for (let index = inner.length - 1; index >= 0; index--) setLastDescendant(inner[index], nodes);
  // Copy the array to its exact size, because the transaction keeps it in memory.
  return { roots: roots.ids, nodes: nodes.slice() };
};

const createSiblings = (
  drafts: readonly TransactionNodeDraft[],
  witnesses: PartySet,
  outer: SiblingNumbering | undefined,
): SiblingNumbering => ({
  drafts,
  ids: new Array<NodeId>(drafts.length),
  witnesses,
  outer,
  numbered: 0,
});

type InnerNode = (ExerciseNodeDraft | RollbackNodeDraft)["node"];

const setLastDescendant = (node: InnerNode | undefined, nodes: readonly Node[]): void => {
  if (node === undefined) return;
  const lastId = node.children.at(-1) ?? node.nodeId;
  const last = nodes[lastId];
  const isInner = last?.kind === "exercise" || last?.kind === "rollback";
  node.lastDescendantNodeId = isInner && last !== node ? last.lastDescendantNodeId : lastId;
};
