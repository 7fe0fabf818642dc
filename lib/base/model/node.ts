import type {
  ContractId,
  NodeId,
  PackageName,
  Party,
  QualifiedName,
  TypeId,
} from "../identifiers/identifiers.ts";
import type { Value } from "../values/value.ts";
import type { Contract, ContractKey } from "./contract.ts";

/** One step of a transaction (daml-lf.md 16.1). Party lists are sorted, without duplicates. */
export type Node = CreateNode | ExerciseNode | FetchNode | LookupByKeyNode | RollbackNode;

interface NodeCommon {
  /** Index in the transaction, in pre-order. */
  readonly nodeId: NodeId;
  /**
   * Informees of this node and of all its ancestors: the parties that may see it. Empty for
   * rollbacks.
   */
  readonly witnesses: readonly Party[];
}

/** Creates a contract. */
export interface CreateNode extends NodeCommon {
  readonly kind: "create";
  readonly contract: Contract;
}

/** Exercises a choice. Its children are the actions of the choice's body. */
export interface ExerciseNode extends NodeCommon {
  readonly kind: "exercise";
  readonly contractId: ContractId;
  readonly packageName: PackageName;
  /**
   * The template whose code ran. After an upgrade its package may differ from the contract's
   * package.
   */
  readonly templateId: TypeId;
  /** Present if the choice was exercised through an interface. */
  readonly interfaceId?: TypeId;
  readonly choice: string;
  readonly consuming: boolean;
  readonly argument: Value;
  /** Controllers of the choice. */
  readonly actingParties: readonly Party[];
  readonly choiceObservers: readonly Party[];
  readonly signatories: readonly Party[];
  /** Signatories and observers of the exercised contract. */
  readonly stakeholders: readonly Party[];
  readonly key?: ContractKey;
  readonly byKey: boolean;
  readonly children: readonly NodeId[];
  /** Absent only below a rollback. */
  readonly result?: Value;
  /** Largest node id in the subtree; the node's own id if it has no children. */
  readonly lastDescendantNodeId: NodeId;
}

/** Fetches a contract by its id or by its key. */
export interface FetchNode extends NodeCommon {
  readonly kind: "fetch";
  readonly contractId: ContractId;
  readonly packageName: PackageName;
  readonly templateId: TypeId;
  readonly interfaceId?: TypeId;
  readonly actingParties: readonly Party[];
  readonly signatories: readonly Party[];
  readonly stakeholders: readonly Party[];
  readonly key?: ContractKey;
  readonly byKey: boolean;
}

/** Looks up a contract by its key. */
export interface LookupByKeyNode extends NodeCommon {
  readonly kind: "lookupByKey";
  readonly packageName: PackageName;
  readonly templateId: TypeId;
  readonly qualifiedName: QualifiedName;
  readonly key: ContractKey;
  /**
   * The found contracts, in the order in which the ledger returned them; empty if there are none.
   */
  readonly contractIds: readonly ContractId[];
  /** True if fewer contracts were found than requested, so that no other contract has the key. */
  readonly exhaustive: boolean;
}

/** Actions that were undone because the code caught an exception. */
export interface RollbackNode extends NodeCommon {
  readonly kind: "rollback";
  readonly children: readonly NodeId[];
  readonly lastDescendantNodeId: NodeId;
}

/** A finished transaction, with `nodes[i].nodeId === i` in pre-order, and normalised rollbacks. */
export interface Transaction {
  readonly roots: readonly NodeId[];
  readonly nodes: readonly Node[];
}
