import type { PackageId, PackageName } from "../../../base/identifiers/identifiers.ts";

/** What the ledger needs to know of a package before anything in it is asked for. */
export interface KnownPackage {
  readonly packageId: PackageId;
  readonly name: PackageName;
  readonly version: string;
  /** All packages it refers to, directly. */
  readonly dependencies: ReadonlySet<PackageId>;
  /** As {@link LfPackage.isUtility}; to be found out when absent. */
  readonly isUtility?: boolean;
}

/** A package with the packages it refers to. */
export const knownPackage = (
  known: Omit<KnownPackage, "dependencies">,
  dependencies: readonly KnownPackage[] = [],
): KnownPackage => ({
  ...known,
  dependencies: new Set(dependencies.map((dependency) => dependency.packageId)),
});
