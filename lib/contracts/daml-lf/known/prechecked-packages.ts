import type { PackageId } from "../../../base/identifiers/identifiers.ts";
import type { PrecheckedPackage } from "./create-prechecked-package.ts";
import { damlLanguagePackages } from "./language-packages.ts";
import { splicePackages } from "./splice-packages.ts";

/**
 * Packages that are known to pass the checker. A package id is the hash of the package and its
 * dependencies, so its name, version and dependencies cannot change, and neither can the checker's
 * result (docs/decisions/0012-loading-dars.md).
 */
export const precheckedPackages: ReadonlyMap<PackageId, PrecheckedPackage> = new Map(
  [...damlLanguagePackages, ...splicePackages].map((each) => [each.packageId, each]),
);
