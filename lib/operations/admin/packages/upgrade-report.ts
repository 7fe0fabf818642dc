import type { ContractId, PackageId, TypeId } from "../../../base/identifiers/identifiers.ts";

/**
 * The rule that a contract breaks:
 * - `missingTemplate`: the new version does not have the template.
 * - `translation`: the argument cannot be translated.
 * - `precondition`: the precondition does not hold.
 * - `signatories`, `observers`, `key`, `maintainers`: the new version computes different ones.
 * - `authentication`: the contract id does not match the translated contract.
 * - `evaluation`: code of the template fails or takes too long.
 */
export type ContractUpgradeRule =
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
export interface ContractUpgradeFailure {
  readonly rule: ContractUpgradeRule;
  readonly contractId: ContractId;
  /** The template of the contract, with its original package. */
  readonly templateId: TypeId;
  /** Package id of the version that the contract does not fit. */
  readonly packageId: PackageId;
  /** A sentence. */
  readonly message: string;
  /**
   * The values before and after, as JSON of the ledger API: parties for `signatories`, `observers`
   * and `maintainers`; the key for `key`; the argument for other rules. Undefined if there is none.
   */
  readonly before: unknown;
  readonly after: unknown;
}

/** A package that the upgrade adds, or the main package of the request. */
export interface UpgradeReportPackage {
  readonly packageId: PackageId;
  readonly name: string;
  readonly version: string;
  /**
   * The versions that the package was compared with: the next lower and the next higher one. Empty
   * if there is no other version.
   */
  readonly comparedWith: readonly string[];
  /**
   * The reasons why the package could not be vetted together with these versions. Each is a clause
   * that names the broken rule.
   */
  readonly problems: readonly string[];
  /** Number of contracts of other versions that were checked. */
  readonly contracts: number;
}

/** The result of checking an upgrade. */
export interface UpgradeReport {
  /** True if there are neither problems of packages nor failures of contracts. */
  readonly isGood: boolean;
  /** The new packages of the DAR, and its main package. */
  readonly packages: readonly UpgradeReportPackage[];
  /**
   * Sorted by package, then in the order of the contracts' activation. A contract has one failure for each
   * rule that it breaks.
   */
  readonly failures: readonly ContractUpgradeFailure[];
}
