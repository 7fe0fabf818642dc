import type { NodeId } from "../model/identifiers.ts";
import { unionOfParties, type PartySet } from "../model/party-set.ts";
import type { Node, Transaction } from "./node.ts";
import type { ExerciseDraft, NodeDraft, RollbackDraft } from "./node-draft.ts";

/** A draft whose parent has its place already. */
interface Pending {
  readonly draft: NodeDraft;
  /** Where its id goes: among the parent's children, or the roots. */
  readonly siblings: NodeId[];
  /** Of the parent. */
  readonly witnesses: PartySet;
}

/**
 * Numbers the nodes in pre-order and tells who witnesses each of them: its informees and everyone who
 * witnesses its parent (daml-lf.md 14.2, 16.1). Takes the drafts over: their nodes are those of the
 * transaction. Linear in the nodes, whatever the depth of the tree.
 */
export const placeNodes = (drafts: readonly NodeDraft[]): Transaction => {
  const roots: NodeId[] = [];
  const nodes: Node[] = [];
  const inner: InnerNode[] = [];
  const pending: Pending[] = [];
  push(pending, drafts, { siblings: roots, witnesses: [] });
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { draft, siblings, witnesses } = next;
    const { node, informees, children } = draft;
    node.nodeId = nodes.length;
    siblings.push(nodes.length);
    nodes.push(node);
    let below = witnesses;
    if (informees !== undefined) node.witnesses = below = unionOfParties(witnesses, informees);
    if (children === undefined) continue;
    inner.push(draft.node);
    push(pending, children, { siblings: draft.node.children, witnesses: below });
  }
  // Descendants come after their ancestors, so those of the last child are known.
  for (let index = inner.length - 1; index >= 0; index--) noteLastDescendant(inner[index], nodes);
  // What is kept takes no more room than it needs.
  return { roots: roots.slice(), nodes: nodes.slice() };
};

type InnerNode = (ExerciseDraft | RollbackDraft)["node"];

/** The first one on top. */
const push = (
  pending: Pending[],
  drafts: readonly NodeDraft[],
  { siblings, witnesses }: Omit<Pending, "draft">,
): void => {
  for (let index = drafts.length - 1; index >= 0; index--) {
    const draft = drafts[index];
    if (draft !== undefined) pending.push({ draft, siblings, witnesses });
  }
};

const noteLastDescendant = (node: InnerNode | undefined, nodes: readonly Node[]): void => {
  if (node === undefined) return;
  const lastId = node.children.at(-1) ?? node.nodeId;
  const last = nodes[lastId];
  const isInner = last?.kind === "exercise" || last?.kind === "rollback";
  node.lastDescendantNodeId = isInner && last !== node ? last.lastDescendantNodeId : lastId;
};
