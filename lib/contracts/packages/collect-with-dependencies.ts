import type { PackageId } from "../../base/identifiers/identifiers.ts";
import type { PackageRegistry } from "./registry.ts";

/**
 * Returns the ids of a package and of its direct and indirect dependencies. Linear in the number of
 * packages reached.
 */
export const collectPackageWithDependencies = (
  packages: PackageRegistry,
  packageId: PackageId,
): ReadonlySet<PackageId> => {
  const reached = new Set([packageId]);
  // The set grows during the iteration.
  for (const each of reached) {
    for (const dependency of packages.get(each)?.dependencies ?? []) reached.add(dependency);
  }
  return reached;
};
