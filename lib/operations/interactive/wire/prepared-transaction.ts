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
 * What an external party signs: a transaction, and under which terms it may be executed. The content
 * of the protobuf message PreparedTransaction (interactive-submission.md 3). Where a property is
 * optional, being absent is not the same as being zero.
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
  /** 32 bytes each; of creates and exercises. */
  readonly seeds: ReadonlyMap<PreparedNodeId, Uint8Array>;
}

/** Decimal digits. */
export type PreparedNodeId = string;

export type PreparedNode =
  PreparedCreate | PreparedFetch | PreparedExercise | PreparedRollback | PreparedQueryByKey;

interface PreparedContractUse {
  readonly version: string;
  /** Of contracts that the transaction creates, the part that is known before it is executed. */
  readonly contractId: ContractId;
  readonly packageName: PackageName;
  readonly templateId: TypeId;
  readonly signatories: readonly Party[];
  readonly stakeholders: readonly Party[];
  readonly key?: PreparedKey;
}

export interface PreparedCreate extends PreparedContractUse {
  readonly kind: "create";
  readonly argument: EnrichedValue;
}

export interface PreparedFetch extends PreparedContractUse {
  readonly kind: "fetch";
  readonly actingParties: readonly Party[];
  readonly interfaceId?: TypeId;
  readonly byKey: boolean;
}

export interface PreparedExercise extends PreparedContractUse {
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

export interface PreparedRollback {
  readonly kind: "rollback";
  readonly children: readonly PreparedNodeId[];
}

export interface PreparedQueryByKey {
  readonly kind: "queryByKey";
  readonly version: string;
  readonly packageName: PackageName;
  readonly templateId: TypeId;
  readonly exhaustive: boolean;
  readonly key: PreparedKey;
  readonly result: readonly ContractId[];
}

/** A contract key and where it belongs. */
export interface PreparedKey {
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
  readonly inputContracts: readonly PreparedInput[];
  readonly minLedgerTime?: Micros;
  readonly maxLedgerTime?: Micros;
  readonly maxRecordTime?: Micros;
}

/** A contract of the ledger that the transaction uses. */
export interface PreparedInput {
  readonly contract: PreparedCreate;
  readonly createdAt: Micros;
  /** The contract as it is disclosed; not part of what is signed. */
  readonly eventBlob: Uint8Array;
}

/** The nodes below a node, in order. */
export const childrenOf = (node: PreparedNode): readonly PreparedNodeId[] =>
  node.kind === "exercise" || node.kind === "rollback" ? node.children : [];
