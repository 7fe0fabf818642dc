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

/** One step of a transaction (daml-lf.md 16.1). Party lists are sorted and free of repeats. */
export type Node = CreateNode | ExerciseNode | FetchNode | LookupByKeyNode | RollbackNode;

interface NodeCommon {
  /** Pre-order index in the transaction. */
  readonly nodeId: NodeId;
  /** Informees of this node and of all its ancestors: who may know of it. Empty for rollbacks. */
  readonly witnesses: readonly Party[];
}

/** Where a contract was created. */
export interface CreateNode extends NodeCommon {
  readonly kind: "create";
  readonly contract: Contract;
}

/** Where a choice was exercised; its children are what that brought about. */
export interface ExerciseNode extends NodeCommon {
  readonly kind: "exercise";
  readonly contractId: ContractId;
  readonly packageName: PackageName;
  /** The template whose code ran; after an upgrade its package may differ from the creating one. */
  readonly templateId: TypeId;
  /** Present when the choice was exercised through an interface. */
  readonly interfaceId?: TypeId;
  readonly choice: string;
  readonly consuming: boolean;
  readonly argument: Value;
  /** The choice's controllers. */
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
  /** Largest node id in the subtree; its own when there are no children. */
  readonly lastDescendantNodeId: NodeId;
}

/** Where code looked at a contract by its id, or by its key. */
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

/** Where code asked whether there is a contract with a key. */
export interface LookupByKeyNode extends NodeCommon {
  readonly kind: "lookupByKey";
  readonly packageName: PackageName;
  readonly templateId: TypeId;
  readonly qualifiedName: QualifiedName;
  readonly key: ContractKey;
  /** Found contracts, in the order the ledger answered them; empty when there is none. */
  readonly contractIds: readonly ContractId[];
  /** Whether there are no others with the key: fewer were found than were wanted. */
  readonly exhaustive: boolean;
}

/** What was undone, because code caught what was thrown in it. */
export interface RollbackNode extends NodeCommon {
  readonly kind: "rollback";
  readonly children: readonly NodeId[];
  readonly lastDescendantNodeId: NodeId;
}

/** A finished transaction: `nodes[i].nodeId === i`, pre-order; rollbacks are normalised. */
export interface Transaction {
  readonly roots: readonly NodeId[];
  readonly nodes: readonly Node[];
}
