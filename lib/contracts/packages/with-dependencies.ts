import type { PackageId } from "../../base/identifiers/identifiers.ts";
import type { PackageRegistry } from "./registry.ts";

/** The package and all it depends on, directly or not; linear in what is reached. */
export const withDependencies = (
  packages: PackageRegistry,
  packageId: PackageId,
): ReadonlySet<PackageId> => {
  const reached = new Set([packageId]);
  // Grows while it is walked.
  for (const each of reached) {
    for (const dependency of packages.get(each)?.dependencies ?? []) reached.add(dependency);
  }
  return reached;
};
