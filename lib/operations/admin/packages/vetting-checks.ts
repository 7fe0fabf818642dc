import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { PackageId, PackageName } from "../../../base/identifiers/identifiers.ts";
import type { Package } from "../../../contracts/engine/package.ts";
import { checkVersions, lineageOf, versionText } from "../../../contracts/packages/lineage.ts";
import type { PackageRegistry } from "../../../contracts/packages/registry.ts";
import { upgradeProblem } from "../../../contracts/packages/upgrade-check.ts";
import { isUtilityPackage } from "../../../contracts/packages/utility-package.ts";
import { withDependencies } from "../../../contracts/packages/with-dependencies.ts";
import { pingPackage } from "../../../contracts/templates/ping-package.ts";

/** The packages that are vetted before and after a change; their validity does not matter here. */
export interface VettedSets {
  readonly before: ReadonlySet<PackageId>;
  readonly after: ReadonlySet<PackageId>;
}

/**
 * Raises TOPOLOGY_DEPENDENCIES_NOT_VETTED when a package that was added lacks one of its
 * dependencies, direct or not, or one that was removed is needed directly by a package that stays
 * (ledger-api.md 3.16).
 */
export const checkDependencies = (
  packages: PackageRegistry,
  { before, after }: VettedSets,
): void => {
  for (const packageId of after) {
    const dependencies = before.has(packageId)
      ? removedDependencies(packages, packageId, { before, after })
      : unvettedDependencies(packages, packageId, after);
    if (dependencies.length === 0) continue;
    const missing = dependencies.map((each) => describe(packages, each)).join(", ");
    throw ledgerError("TOPOLOGY_DEPENDENCIES_NOT_VETTED", {
      cause: `The package ${describe(packages, packageId)} would be vetted without its dependencies ${missing}. Vet them as well, or use the force flag that allows unvetted dependencies.`,
      context: { unvetted: `Set(${dependencies.join(", ")})` },
    });
  }
};

/**
 * Raises KNOWN_PACKAGE_VERSION when two vetted packages of the name of one that was added have one
 * version, NOT_VALID_UPGRADE_PACKAGE when a package that was added does not fit the next lower or
 * higher vetted version of its name, and DAML_PRIM_NOT_UTILITY_PACKAGE when one has the name of a
 * library of the language, but has types that go onto the ledger (ledger-api.md 3.16, daml-lf.md 18.2).
 */
export const checkUpgrades = (packages: PackageRegistry, { before, after }: VettedSets): void => {
  const added = [...after].filter((packageId) => !before.has(packageId));
  for (const name of namesOf(packages, added)) {
    const vetted = vettedVersions(packages, name, after);
    if (isLibrary(name)) vetted.forEach(checkLibrary);
    const lineage = lineageOf(vetted);
    checkVersions(lineage);
    for (const [index, next] of lineage.entries()) {
      const previous = lineage[index - 1];
      if (previous === undefined) continue;
      if (before.has(previous.packageId) && before.has(next.packageId)) continue;
      checkUpgrade(packages, previous, next);
    }
  }
};

/** There are many builds of them under one name, which are no upgrades of one another. */
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
  const problem = upgradeProblem(previous, next, packages);
  if (problem === undefined) return;
  throw ledgerError("NOT_VALID_UPGRADE_PACKAGE", {
    cause: `${next.name} ${next.version} cannot follow ${previous.name} ${previous.version}: ${problem}.`,
    context: {
      newPackage: versionText(next),
      oldPackage: versionText(previous),
      upgradeError: problem,
      action: "package-vetting",
    },
  });
};

const unvettedDependencies = (
  packages: PackageRegistry,
  packageId: PackageId,
  vetted: ReadonlySet<PackageId>,
): readonly PackageId[] =>
  [...withDependencies(packages, packageId)].filter((each) => !vetted.has(each));

const removedDependencies = (
  packages: PackageRegistry,
  packageId: PackageId,
  { before, after }: VettedSets,
): readonly PackageId[] =>
  (packages.get(packageId)?.dependencies ?? []).filter(
    (each) => before.has(each) && !after.has(each),
  );

const namesOf = (
  packages: PackageRegistry,
  packageIds: readonly PackageId[],
): ReadonlySet<PackageName> =>
  new Set(packageIds.flatMap((packageId) => packages.get(packageId)?.name ?? []));

/** Without the stand-in, which gives way to the real package. */
const vettedVersions = (
  packages: PackageRegistry,
  name: PackageName,
  vetted: ReadonlySet<PackageId>,
): readonly Package[] =>
  packages
    .versions(name)
    .filter(({ packageId }) => vetted.has(packageId) && packageId !== pingPackage.packageId);

const describe = (packages: PackageRegistry, packageId: PackageId): string => {
  const known = packages.get(packageId);
  return known === undefined ? packageId : `${packageId} (${known.name} ${known.version})`;
};
