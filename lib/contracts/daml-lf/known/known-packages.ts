import type { PackageId } from "../../../base/identifiers/identifiers.ts";
import type { KnownPackage } from "./known-package.ts";
import { languagePackages } from "./language-packages.ts";
import { splicePackages } from "./splice-packages.ts";

/**
 * Packages that the checker is known to pass before they come: an id is the hash of a package with all
 * it refers to, so that neither what is said of it here nor the answer of the checker can change
 * (docs/decisions/0012-loading-dars.md).
 */
export const knownPackages: ReadonlyMap<PackageId, KnownPackage> = new Map(
  [...languagePackages, ...splicePackages].map((each) => [each.packageId, each]),
);
