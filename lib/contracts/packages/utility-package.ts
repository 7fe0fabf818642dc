import type { Package } from "../engine/package.ts";

/**
 * Returns true if a package contains nothing that can be upgraded: no templates, interfaces or serializable
 * types. Such packages are exempt from upgrade checks (daml-lf.md 5).
 */
export const isUtilityPackage = (of: Package): boolean =>
  of.isUtility ?? (of.templates.size === 0 && of.interfaces.size === 0 && of.dataTypes.size === 0);
