import type { ContractId, PackageId, TypeId } from "../../../base/identifiers/identifiers.ts";

/**
 * What a contract breaks:
 * - `missingTemplate`: the new version has no such template.
 * - `translation`: its argument has no form there.
 * - `precondition`: what is wanted of such contracts does not hold.
 * - `signatories`, `observers`, `key`, `maintainers`: it would have others.
 * - `authentication`: its id does not commit to what it would hold.
 * - `evaluation`: code of the template fails, or takes too long.
 */
export type UpgradeRule =
  | "missingTemplate"
  | "translation"
  | "precondition"
  | "signatories"
  | "observers"
  | "key"
  | "maintainers"
  | "authentication"
  | "evaluation";

/** A rule that one contract breaks. */
export interface UpgradeFailure {
  readonly rule: UpgradeRule;
  readonly contractId: ContractId;
  /** As it was created. */
  readonly templateId: TypeId;
  /** The version that it does not fit, by package id. */
  readonly packageId: PackageId;
  /** A sentence. */
  readonly message: string;
  /**
   * As JSON of the ledger API: what it has now, and would have. Parties of `signatories`, `observers` and `maintainers`, the key, and of
   * other rules the argument; undefined where there is none.
   */
  readonly before: unknown;
  readonly after: unknown;
}

/** A package that is new, or is checked. */
export interface CheckedPackage {
  readonly packageId: PackageId;
  readonly name: string;
  readonly version: string;
  /** The versions that it was compared with: the next lower and the next higher one; empty when it is the first of its name. */
  readonly comparedWith: readonly string[];
  /** Why it could not be vetted beside these, each a clause with the name of the broken rule. */
  readonly problems: readonly string[];
  /** How many contracts of other versions it was tried on. */
  readonly contracts: number;
}

/** What an upgrade would come to. */
export interface UpgradeReport {
  /** Whether nothing was found: no problem of a package, no failure of a contract. */
  readonly isGood: boolean;
  /** Those of the DAR that are new, and the main one. */
  readonly packages: readonly CheckedPackage[];
  /** By package and in the order in which contracts became active; a contract has one for each rule that it breaks. */
  readonly failures: readonly UpgradeFailure[];
}
