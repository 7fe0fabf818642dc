import type { NodeId } from "../../base/identifiers/identifiers.ts";
import type {
  CreateNode,
  ExerciseNode,
  FetchNode,
  LookupByKeyNode,
  RollbackNode,
} from "../../base/model/node.ts";
import type { PartySet } from "../../base/model/party-set.ts";

/** A step of a transaction under construction. */
export type NodeDraft = LeafDraft | ExerciseDraft | RollbackDraft;

/**
 * A node that is made with its step. Its place in the tree (ids, witnesses) is noted in it when the
 * tree is complete.
 */
export type OpenNode<Of> = { -readonly [Name in keyof Of]: Of[Name] };

export interface LeafDraft {
  readonly node: OpenNode<CreateNode> | OpenNode<FetchNode> | OpenNode<LookupByKeyNode>;
  readonly informees: PartySet;
  readonly children?: undefined;
}

export interface ExerciseDraft {
  /** Without a result until the choice has ended, and for good when an exception ended it. */
  readonly node: OpenNode<ExerciseNode>;
  readonly informees: PartySet;
  readonly children: NodeDraft[];
}

export interface RollbackDraft {
  readonly node: OpenNode<RollbackNode>;
  readonly informees?: undefined;
  readonly children: NodeDraft[];
}

/** In the place of what is not known yet. */
export const noNodeId: NodeId = -1;
export const noWitnesses: PartySet = [];
export const noChildren: readonly NodeId[] = [];
