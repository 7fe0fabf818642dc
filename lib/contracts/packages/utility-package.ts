import type { Package } from "../engine/package.ts";

/**
 * Returns true if a package contains no templates, interfaces or serializable types. The ledger
 * does not check such packages as upgrades (daml-lf.md 5).
 */
export const isUtilityPackage = (of: Package): boolean =>
  of.isUtility ?? (of.templates.size === 0 && of.interfaces.size === 0 && of.dataTypes.size === 0);
