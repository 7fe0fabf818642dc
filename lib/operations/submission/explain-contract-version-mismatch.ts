import type { ContractVersionMismatch } from "../../base/errors/ledger-error.ts";
import type { SubmissionFailureExplanation } from "../../base/errors/submission-failure-explanation.ts";
import { splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";

/**
 * Returns an explanation of why a contract cannot be used with another version of its template, and
 * how to use the version that created it. Returns undefined if the versions are the same.
 */
export const explainContractVersionMismatch = (
  { contractId, createdAs, readAs }: ContractVersionMismatch,
  packages: PackageRegistry,
): SubmissionFailureExplanation | undefined => {
  if (createdAs === readAs) return undefined;
  const { packageId } = splitTypeId(createdAs);
  const before = formatPackageVersion(createdAs, packages);
  return {
    cause:
      `The contract ${contractId} was created by ${before}. The submission reads it with ` +
      `${formatPackageVersion(readAs, packages)}, whose template does not accept it.`,
    advice:
      `Add ${packageId} (${before}) to packageIdSelectionPreference, or replace the contract by a contract ` +
      "that the new version accepts.",
  };
};

/** Returns `name-version` of the package that defines a type. */
const formatPackageVersion = (typeId: TypeId, packages: PackageRegistry): string => {
  const { packageId } = splitTypeId(typeId);
  const found = packages.get(packageId);
  return found === undefined ? packageId : `${found.name}-${found.version}`;
};
