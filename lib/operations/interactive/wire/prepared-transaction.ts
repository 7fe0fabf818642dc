import type {
  ContractId,
  KeyHash,
  Micros,
  PackageName,
  Party,
  SynchronizerId,
  TypeId,
} from "../../../base/identifiers/identifiers.ts";
import type { EnrichedValue } from "./enriched-value.ts";

/**
 * The data that an external party signs: a transaction, and metadata such as acting parties and
 * time bounds. It is the content of the protobuf message PreparedTransaction
 * (interactive-submission.md 3). An absent optional property differs from one that is zero.
 */
export interface PreparedTransaction {
  readonly transaction: PreparedNodes;
  readonly metadata: PreparedMetadata;
}

export interface PreparedNodes {
  /** The highest version of its nodes. */
  readonly version: string;
  readonly roots: readonly PreparedNodeId[];
  readonly nodes: ReadonlyMap<PreparedNodeId, PreparedNode>;
  /** The seeds of creates and exercises, 32 bytes each. */
  readonly seeds: ReadonlyMap<PreparedNodeId, Uint8Array>;
}

/** A node id, in decimal digits. */
export type PreparedNodeId = string;

export type PreparedNode =
  | PreparedCreateNode
  | PreparedFetchNode
  | PreparedExerciseNode
  | PreparedRollbackNode
  | PreparedQueryByKeyNode;

interface PreparedContractUse {
  readonly version: string;
  /** For new contracts, the part of the id that is known before execution. */
  readonly contractId: ContractId;
  readonly packageName: PackageName;
  readonly templateId: TypeId;
  readonly signatories: readonly Party[];
  readonly stakeholders: readonly Party[];
  readonly key?: PreparedContractKey;
}

export interface PreparedCreateNode extends PreparedContractUse {
  readonly kind: "create";
  readonly argument: EnrichedValue;
}

export interface PreparedFetchNode extends PreparedContractUse {
  readonly kind: "fetch";
  readonly actingParties: readonly Party[];
  readonly interfaceId?: TypeId;
  readonly byKey: boolean;
}

export interface PreparedExerciseNode extends PreparedContractUse {
  readonly kind: "exercise";
  readonly actingParties: readonly Party[];
  readonly interfaceId?: TypeId;
  readonly choice: string;
  readonly argument: EnrichedValue;
  readonly consuming: boolean;
  readonly children: readonly PreparedNodeId[];
  readonly result?: EnrichedValue;
  readonly choiceObservers: readonly Party[];
  readonly byKey: boolean;
}

export interface PreparedRollbackNode {
  readonly kind: "rollback";
  readonly children: readonly PreparedNodeId[];
}

export interface PreparedQueryByKeyNode {
  readonly kind: "queryByKey";
  readonly version: string;
  readonly packageName: PackageName;
  readonly templateId: TypeId;
  readonly exhaustive: boolean;
  readonly key: PreparedContractKey;
  readonly result: readonly ContractId[];
}

/** A contract key with its package name. */
export interface PreparedContractKey {
  readonly packageName: PackageName;
  readonly templateId: TypeId;
  readonly value: EnrichedValue;
  readonly hash: KeyHash;
  readonly maintainers: readonly Party[];
}

export interface PreparedMetadata {
  readonly actAs: readonly Party[];
  readonly commandId: string;
  readonly synchronizerId: SynchronizerId;
  readonly mediatorGroup: number;
  readonly transactionUuid: string;
  readonly preparationTime: Micros;
  readonly inputContracts: readonly PreparedInputContract[];
  readonly minLedgerTime?: Micros;
  readonly maxLedgerTime?: Micros;
  readonly maxRecordTime?: Micros;
}

/** An input contract of the transaction. */
export interface PreparedInputContract {
  readonly contract: PreparedCreateNode;
  readonly createdAt: Micros;
  /** The blob of the disclosed contract. The signature does not cover it. */
  readonly eventBlob: Uint8Array;
}

/** Returns the child nodes of a node, in order. */
export const getPreparedChildNodeIds = (node: PreparedNode): readonly PreparedNodeId[] =>
  node.kind === "exercise" || node.kind === "rollback" ? node.children : [];
