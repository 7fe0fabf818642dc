import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { Package } from "../engine/package.ts";
import { comparePackageVersions } from "./package-version.ts";
import { isUtilityPackage } from "./utility-package.ts";

/**
 * Returns the packages that must be checked as upgrades of each other, in ascending order of
 * version. All given packages must have the same name. A single package is returned without reading
 * its content.
 */
export const sortUpgradeLineage = (packages: readonly Package[]): readonly Package[] => {
  if (packages.length < 2) return packages;
  return packages
    .filter((each) => !isUtilityPackage(each))
    .sort(
      (left, right) =>
        comparePackageVersions(left.version, right.version) ||
        (left.packageId < right.packageId ? -1 : 1),
    );
};

/** Raises KNOWN_PACKAGE_VERSION if two packages of a lineage have the same version (daml-lf.md 5, 18.2). */
export const assertDistinctPackageVersions = (lineage: readonly Package[]): void => {
  for (const [index, next] of lineage.entries()) {
    const previous = lineage[index - 1];
    if (previous === undefined) continue;
    if (comparePackageVersions(previous.version, next.version) !== 0) continue;
    throw ledgerError("KNOWN_PACKAGE_VERSION", {
      cause: `Two packages would be vetted as ${next.name} ${next.version}: ${previous.packageId} and ${next.packageId}. Give the changed package a higher version.`,
      context: {
        firstPackage: describePackageVersion(previous),
        secondPackage: describePackageVersion(next),
      },
    });
  }
};

/** Returns the description of a package for error contexts. */
export const describePackageVersion = ({ packageId, name, version }: Package): string =>
  `${packageId} (${name} v${version})`;
