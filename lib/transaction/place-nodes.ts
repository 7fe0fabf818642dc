import type { NodeId } from "../model/identifiers.ts";
import { unionOfParties, type PartySet } from "../model/party-set.ts";
import type { Node, Transaction } from "./node.ts";
import { childrenOf, type NodeDraft } from "./node-draft.ts";

interface Place {
  readonly draft: NodeDraft;
  /** Undefined for a root. */
  readonly parent: NodeId | undefined;
  /** What the children inherit. */
  readonly witnesses: PartySet;
  readonly children: NodeId[];
  lastDescendant: NodeId;
}

/**
 * Numbers the nodes in pre-order and tells who witnesses each of them: its informees and everyone who
 * witnesses its parent (daml-lf.md 14.2, 16.1). Linear in the nodes, whatever the depth of the tree.
 */
export const placeNodes = (drafts: readonly NodeDraft[]): Transaction => {
  const places = inPreOrder(drafts);
  for (let nodeId = places.length - 1; nodeId >= 0; nodeId--) propagateEnd(places, nodeId);
  const roots: NodeId[] = [];
  places.forEach(({ parent }, nodeId) => {
    (parent === undefined ? roots : places[parent]?.children)?.push(nodeId);
  });
  return { roots, nodes: places.map(nodeAt) };
};

const inPreOrder = (drafts: readonly NodeDraft[]): readonly Place[] => {
  const places: Place[] = [];
  const pending: { readonly draft: NodeDraft; readonly parent: NodeId | undefined }[] = [];
  const push = (children: readonly NodeDraft[], parent: NodeId | undefined): void => {
    for (let index = children.length - 1; index >= 0; index--) {
      const draft = children[index];
      if (draft !== undefined) pending.push({ draft, parent });
    }
  };
  push(drafts, undefined);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { draft, parent } = next;
    const nodeId = places.length;
    const above = parent === undefined ? [] : (places[parent]?.witnesses ?? []);
    const witnesses = draft.kind === "rollback" ? above : unionOfParties(above, draft.informees);
    places.push({ draft, parent, witnesses, children: [], lastDescendant: nodeId });
    push(childrenOf(draft), nodeId);
  }
  return places;
};

const propagateEnd = (places: readonly Place[], nodeId: NodeId): void => {
  const place = places[nodeId];
  const parent = place?.parent === undefined ? undefined : places[place.parent];
  if (place === undefined || parent === undefined) return;
  if (parent.lastDescendant < place.lastDescendant) parent.lastDescendant = place.lastDescendant;
};

// What is spread comes last: an object that begins with a spread is slow to add to.
const nodeAt = (place: Place, nodeId: NodeId): Node => {
  const { draft, witnesses, children, lastDescendant: lastDescendantNodeId } = place;
  switch (draft.kind) {
    case "create":
    case "fetch":
    case "lookupByKey":
      return { nodeId, witnesses, ...draft.node };
    case "exercise":
      return {
        nodeId,
        witnesses,
        children,
        lastDescendantNodeId,
        ...draft.node,
        ...(draft.result && { result: draft.result }),
      };
    case "rollback":
      return { kind: "rollback", nodeId, witnesses: [], children, lastDescendantNodeId };
  }
};
