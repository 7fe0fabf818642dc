import type { NodeId } from "../../base/identifiers/identifiers.ts";
import type { Node, Transaction } from "../../base/model/node.ts";
import { type PartySet, unionOfParties } from "../../base/model/party-set.ts";
import {
  type ExerciseDraft,
  type NodeDraft,
  noWitnesses,
  type RollbackDraft,
} from "./node-draft.ts";

/** Siblings that are being numbered. The descendants of one sibling come before the next. */
interface Family {
  readonly drafts: readonly NodeDraft[];
  /**
   * Ids of the siblings: the children of their parent, or the roots. The array has its exact size, because
   * it is kept.
   */
  readonly ids: NodeId[];
  /** Witnesses of the parent. */
  readonly witnesses: PartySet;
  readonly outer: Family | undefined;
  /** Number of siblings that were numbered. */
  placed: number;
}

/**
 * Numbers the nodes in pre-order and computes the witnesses of each: its informees and all witnesses of its
 * parent (daml-lf.md 14.2, 16.1). The drafts must not be used afterwards, because their nodes become those
 * of the transaction. Linear in the number of nodes, for any depth.
 */
export const placeNodes = (drafts: readonly NodeDraft[]): Transaction => {
  const nodes: Node[] = [];
  const inner: InnerNode[] = [];
  const roots = familyOf(drafts, noWitnesses, undefined);
  let family: Family | undefined = roots;
  while (family !== undefined) {
    const draft: NodeDraft | undefined = family.drafts[family.placed];
    if (draft === undefined) {
      family = family.outer;
      continue;
    }
    const { node, informees, children } = draft;
    node.nodeId = nodes.length;
    family.ids[family.placed++] = nodes.length;
    nodes.push(node);
    let { witnesses } = family;
    if (informees !== undefined) node.witnesses = witnesses = unionOfParties(witnesses, informees);
    if (children === undefined) continue;
    inner.push(draft.node);
    if (children.length === 0) continue;
    family = familyOf(children, witnesses, family);
    draft.node.children = family.ids;
  }
  // Descendants come after their ancestors, so in reverse order those of the last child are known.
  for (let index = inner.length - 1; index >= 0; index--) noteLastDescendant(inner[index], nodes);
  // Copy the array to its exact size, because it is kept.
  return { roots: roots.ids, nodes: nodes.slice() };
};

const familyOf = (
  drafts: readonly NodeDraft[],
  witnesses: PartySet,
  outer: Family | undefined,
): Family => ({ drafts, ids: new Array<NodeId>(drafts.length), witnesses, outer, placed: 0 });

type InnerNode = (ExerciseDraft | RollbackDraft)["node"];

const noteLastDescendant = (node: InnerNode | undefined, nodes: readonly Node[]): void => {
  if (node === undefined) return;
  const lastId = node.children.at(-1) ?? node.nodeId;
  const last = nodes[lastId];
  const isInner = last?.kind === "exercise" || last?.kind === "rollback";
  node.lastDescendantNodeId = isInner && last !== node ? last.lastDescendantNodeId : lastId;
};
