import type { PackageId, PackageName } from "../../../base/identifiers/identifiers.ts";

/** The properties of a package that the ledger needs before it decodes any definition. */
export interface PrecheckedPackage {
  readonly packageId: PackageId;
  readonly name: PackageName;
  readonly version: string;
  /** Ids of direct dependencies. */
  readonly dependencies: ReadonlySet<PackageId>;
  /** The value of `LfPackage.isUtility`. If absent, it is computed on first use. */
  readonly isUtility?: boolean;
}

/** Returns a package with its dependencies. */
export const createPrecheckedPackage = (
  known: Omit<PrecheckedPackage, "dependencies">,
  dependencies: readonly PrecheckedPackage[] = [],
): PrecheckedPackage => ({
  ...known,
  dependencies: new Set(dependencies.map((dependency) => dependency.packageId)),
});
