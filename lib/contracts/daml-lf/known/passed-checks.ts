import type { PackageId } from "../../../base/identifiers/identifiers.ts";

/**
 * Which packages the checker has passed before, wherever that is remembered. An id is the hash of a package with all
 * it refers to, so that what was found once holds for ever, as long as the checker is the same.
 */
export interface PassedChecks {
  /** All packages that one which has passed refers to, directly; undefined when nothing is known of it. Must not throw. */
  find(packageId: PackageId): ReadonlySet<PackageId> | undefined;
  /** Is told of each that has passed just now. Must not throw. */
  remember(packageId: PackageId, dependencies: ReadonlySet<PackageId>): void;
}
