import type { PackageId } from "../../../base/identifiers/identifiers.ts";

/**
 * Cache of packages that passed the checker. A package id is the hash of the package and its dependencies,
 * so a result stays valid as long as the checker does not change.
 */
export interface PackageCheckCache {
  /** Returns the direct dependencies of a package that has passed; undefined if unknown. Must not throw. */
  find(packageId: PackageId): ReadonlySet<PackageId> | undefined;
  /** Called for each package that has passed. Must not throw. */
  remember(packageId: PackageId, dependencies: ReadonlySet<PackageId>): void;
}
