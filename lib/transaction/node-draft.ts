import type { PartySet } from "../model/party-set.ts";
import type { Value } from "../values/value.ts";
import type { CreateNode, ExerciseNode, FetchNode, LookupByKeyNode } from "./node.ts";

/** A step of a transaction under construction: its place in the tree is not known yet. */
export type NodeDraft = LeafDraft | ExerciseDraft | RollbackDraft;

export interface LeafDraft {
  readonly kind: "create" | "fetch" | "lookupByKey";
  readonly informees: PartySet;
  readonly node: Unplaced<CreateNode> | Unplaced<FetchNode> | Unplaced<LookupByKeyNode>;
}

export interface ExerciseDraft {
  readonly kind: "exercise";
  readonly informees: PartySet;
  readonly node: Omit<Unplaced<ExerciseNode>, "children" | "lastDescendantNodeId" | "result">;
  readonly children: NodeDraft[];
  /** Absent until the choice has ended, and for good when an exception ended it. */
  result?: Value;
}

export interface RollbackDraft {
  readonly kind: "rollback";
  readonly children: NodeDraft[];
}

type Unplaced<Placed> = Omit<Placed, "nodeId" | "witnesses">;

/** In the order of their execution. */
export const childrenOf = (draft: NodeDraft): readonly NodeDraft[] =>
  draft.kind === "exercise" || draft.kind === "rollback" ? draft.children : [];
