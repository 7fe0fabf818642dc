import type { NodeId } from "../../base/identifiers/identifiers.ts";
import type {
  CreateNode,
  ExerciseNode,
  FetchNode,
  LookupByKeyNode,
  RollbackNode,
} from "../../base/model/node.ts";
import type { PartySet } from "../../base/model/party-set.ts";

/** A node of a transaction under construction, with its informees and children. */
export type TransactionNodeDraft = LeafNodeDraft | ExerciseNodeDraft | RollbackNodeDraft;

/** A node with writable properties: ids and witnesses are set when the tree is complete. */
export type MutableTransactionNode<Of> = { -readonly [Name in keyof Of]: Of[Name] };

export interface LeafNodeDraft {
  readonly node:
    | MutableTransactionNode<CreateNode>
    | MutableTransactionNode<FetchNode>
    | MutableTransactionNode<LookupByKeyNode>;
  readonly informees: PartySet;
  readonly children?: undefined;
}

export interface ExerciseNodeDraft {
  /** The node has no result until the choice has ended. It never gets one if an exception ended the choice. */
  readonly node: MutableTransactionNode<ExerciseNode>;
  readonly informees: PartySet;
  readonly children: TransactionNodeDraft[];
}

export interface RollbackNodeDraft {
  readonly node: MutableTransactionNode<RollbackNode>;
  readonly informees?: undefined;
  readonly children: TransactionNodeDraft[];
}

/** Placeholder for an id that is not known yet. */
export const placeholderNodeId: NodeId = -1;
export const noWitnesses: PartySet = [];
export const noChildNodes: readonly NodeId[] = [];
