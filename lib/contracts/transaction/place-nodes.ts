import type { NodeId } from "../../base/identifiers/identifiers.ts";
import type { Node, Transaction } from "../../base/model/node.ts";
import { type PartySet, unionOfParties } from "../../base/model/party-set.ts";
import {
  type ExerciseDraft,
  type NodeDraft,
  noWitnesses,
  type RollbackDraft,
} from "./node-draft.ts";

/** Siblings that are getting their places: what is below one of them comes before the next. */
interface Family {
  readonly drafts: readonly NodeDraft[];
  /** Their ids: the children of their parent, or the roots. Of just the right size: they are kept. */
  readonly ids: NodeId[];
  /** Of the parent. */
  readonly witnesses: PartySet;
  readonly outer: Family | undefined;
  /** How many of them have their places. */
  placed: number;
}

/**
 * Numbers the nodes in pre-order and tells who witnesses each of them: its informees and everyone who
 * witnesses its parent (daml-lf.md 14.2, 16.1). Takes the drafts over: their nodes are those of the
 * transaction. Linear in the nodes, whatever the depth of the tree.
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
  // Descendants come after their ancestors, so those of the last child are known.
  for (let index = inner.length - 1; index >= 0; index--) noteLastDescendant(inner[index], nodes);
  // What is kept takes no more room than it needs.
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
