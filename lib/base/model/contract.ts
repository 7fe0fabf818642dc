import type {
  ContractId,
  KeyHash,
  Micros,
  PackageName,
  Party,
  QualifiedName,
  TypeId,
} from "../identifiers/identifiers.ts";
import type { Value } from "../values/value.ts";
import { unitePartySets } from "./party-set.ts";

/**
 * The key of a contract. A key belongs to a package name, so it stays valid when the package is
 * upgraded.
 */
export interface ContractKey {
  readonly value: Value;
  /** Sorted, not empty; all are signatories. */
  readonly maintainers: readonly Party[];
  readonly hash: KeyHash;
}

/**
 * Identifies a contract key across the ledger. The hash covers the package name, the template and
 * the value.
 */
export interface GlobalContractKey {
  readonly packageName: PackageName;
  readonly qualifiedName: QualifiedName;
  readonly hash: KeyHash;
}

/** All data of a contract. Its created-event blob contains the same data. */
export interface Contract {
  readonly contractId: ContractId;
  /** The template, with the id of the package that created the contract. */
  readonly templateId: TypeId;
  readonly packageName: PackageName;
  readonly argument: Value;
  /** Sorted and not empty. */
  readonly signatories: readonly Party[];
  /** Observers that are not signatories; sorted. */
  readonly observers: readonly Party[];
  readonly key?: ContractKey;
  /** Ledger time of the transaction that created the contract. */
  readonly createdAt: Micros;
  /** 32 random bytes. The contract id commits to them (daml-lf.md 17.4). */
  readonly salt: Uint8Array;
}

/** Returns the signatories and observers, sorted. */
export const getStakeholders = (contract: Contract): readonly Party[] =>
  contract.observers.length === 0
    ? contract.signatories
    : unitePartySets(contract.signatories, contract.observers);
