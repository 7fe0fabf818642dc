import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { PackageId, PackageName } from "../../../base/identifiers/identifiers.ts";
import type { Package } from "../../../contracts/engine/package.ts";
import { collectPackageWithDependencies } from "../../../contracts/packages/collect-with-dependencies.ts";
import {
  assertDistinctPackageVersions,
  describePackageVersion,
  sortUpgradeLineage,
} from "../../../contracts/packages/lineage.ts";
import type { PackageRegistry } from "../../../contracts/packages/registry.ts";
import { findUpgradeProblem } from "../../../contracts/packages/upgrade-check.ts";
import { isUtilityPackage } from "../../../contracts/packages/utility-package.ts";
import { pingPackage } from "../../../contracts/templates/ping-package.ts";

/** The vetted packages before and after a change, without their validity. */
export interface VettingChange {
  readonly before: ReadonlySet<PackageId>;
  readonly after: ReadonlySet<PackageId>;
}

/**
 * Raises TOPOLOGY_DEPENDENCIES_NOT_VETTED if an added package lacks a dependency, direct or not, or
 * if a remaining package depends directly on a removed one (ledger-api.md 3.16).
 */
export const requireVettedDependencies = (
  packages: PackageRegistry,
  { before, after }: VettingChange,
): void => {
  for (const packageId of after) {
    const dependencies = before.has(packageId)
      ? findRemovedDependencies(packages, packageId, { before, after })
      : findUnvettedDependencies(packages, packageId, after);
    if (dependencies.length === 0) continue;
    const missing = dependencies.map((each) => describePackage(packages, each)).join(", ");
    throw ledgerError("TOPOLOGY_DEPENDENCIES_NOT_VETTED", {
      cause: `The package ${describePackage(packages, packageId)} would be vetted without its dependencies ${missing}. Vet them as well, or use the force flag that allows unvetted dependencies.`,
      context: { unvetted: `Set(${dependencies.join(", ")})` },
    });
  }
};

/**
 * Checks added packages. Raises KNOWN_PACKAGE_VERSION if another vetted package has the same name
 * and version. Raises NOT_VALID_UPGRADE_PACKAGE if the package is not a valid upgrade of the next
 * lower vetted version, or if the next higher vetted version is not a valid upgrade of the package.
 * Raises DAML_PRIM_NOT_UTILITY_PACKAGE if it is named daml-prim or daml-stdlib but has serializable
 * types (ledger-api.md 3.16, daml-lf.md 18.2).
 */
export const checkVettedPackageUpgrades = (
  packages: PackageRegistry,
  { before, after }: VettingChange,
): void => {
  const added = [...after].filter((packageId) => !before.has(packageId));
  for (const name of collectPackageNames(packages, added)) {
    const vetted = findVettedVersions(packages, name, after);
    if (isLibrary(name)) vetted.forEach(checkLibrary);
    const lineage = sortUpgradeLineage(vetted);
    assertDistinctPackageVersions(lineage);
    for (const [index, next] of lineage.entries()) {
      const previous = lineage[index - 1];
      if (previous === undefined) continue;
      if (before.has(previous.packageId) && before.has(next.packageId)) continue;
      checkUpgrade(packages, previous, next);
    }
  }
};

/**
 * Returns true for Daml's standard libraries. Every compiler release has builds with these names,
 * and they are not upgrades of one another.
 */
const isLibrary = (name: PackageName): boolean => name === "daml-prim" || name === "daml-stdlib";

const checkLibrary = (library: Package): void => {
  if (isUtilityPackage(library)) return;
  const { packageId, name, version } = library;
  throw ledgerError("DAML_PRIM_NOT_UTILITY_PACKAGE", {
    cause: `The package ${packageId} (${name} ${version}) has templates, interfaces or serializable types; a package named daml-prim or daml-stdlib must have none. Give it another name.`,
    resources: [["PACKAGE", packageId]],
  });
};

const checkUpgrade = (packages: PackageRegistry, previous: Package, next: Package): void => {
  const problem = findUpgradeProblem(previous, next, packages);
  if (problem === undefined) return;
  throw ledgerError("NOT_VALID_UPGRADE_PACKAGE", {
    cause: `${next.name} ${next.version} cannot follow ${previous.name} ${previous.version}: ${problem}.`,
    context: {
      newPackage: describePackageVersion(next),
      oldPackage: describePackageVersion(previous),
      upgradeError: problem,
      action: "package-vetting",
    },
  });
};

const findUnvettedDependencies = (
  packages: PackageRegistry,
  packageId: PackageId,
  vetted: ReadonlySet<PackageId>,
): readonly PackageId[] =>
  [...collectPackageWithDependencies(packages, packageId)].filter((each) => !vetted.has(each));

const findRemovedDependencies = (
  packages: PackageRegistry,
  packageId: PackageId,
  { before, after }: VettingChange,
): readonly PackageId[] =>
  (packages.get(packageId)?.dependencies ?? []).filter(
    (each) => before.has(each) && !after.has(each),
  );

const collectPackageNames = (
  packages: PackageRegistry,
  packageIds: readonly PackageId[],
): ReadonlySet<PackageName> =>
  new Set(packageIds.flatMap((packageId) => packages.get(packageId)?.name ?? []));

/**
 * Returns the vetted versions of a name, except our built-in ping package: an uploaded package with
 * its name replaces it.
 */
const findVettedVersions = (
  packages: PackageRegistry,
  name: PackageName,
  vetted: ReadonlySet<PackageId>,
): readonly Package[] =>
  packages
    .versions(name)
    .filter(({ packageId }) => vetted.has(packageId) && packageId !== pingPackage.packageId);

const describePackage = (packages: PackageRegistry, packageId: PackageId): string => {
  const known = packages.get(packageId);
  return known === undefined ? packageId : `${packageId} (${known.name} ${known.version})`;
};
