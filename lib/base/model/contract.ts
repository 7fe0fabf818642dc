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
import { unionOfParties } from "./party-set.ts";

/** The key of a contract. Keys belong to a package name and so survive upgrades. */
export interface ContractKey {
  readonly value: Value;
  /** Sorted, not empty, all signatories. */
  readonly maintainers: readonly Party[];
  readonly hash: KeyHash;
}

/** Where a key is looked up: the hash already commits to name, template and value. */
export interface GlobalKey {
  readonly packageName: PackageName;
  readonly qualifiedName: QualifiedName;
  readonly hash: KeyHash;
}

/** Everything that makes a contract what it is; the payload of its created-event blob. */
export interface Contract {
  readonly contractId: ContractId;
  /** The package that created it. */
  readonly templateId: TypeId;
  readonly packageName: PackageName;
  readonly argument: Value;
  /** Sorted, not empty. */
  readonly signatories: readonly Party[];
  /** Observers that are not signatories; sorted. */
  readonly observers: readonly Party[];
  readonly key?: ContractKey;
  /** Ledger time of the creating transaction. */
  readonly createdAt: Micros;
  /** Random 32 bytes that the contract id commits to (daml-lf.md 17.4). */
  readonly salt: Uint8Array;
}

/** Signatories and observers, sorted. */
export const stakeholdersOf = (contract: Contract): readonly Party[] =>
  contract.observers.length === 0
    ? contract.signatories
    : unionOfParties(contract.signatories, contract.observers);
