import type { Package } from "../engine/package.ts";

/**
 * Whether a package has nothing that could be upgraded: no templates, interfaces or serializable types.
 * Such packages are exempt from the checks of upgrades (daml-lf.md 5).
 */
export const isUtilityPackage = (of: Package): boolean =>
  of.isUtility ?? (of.templates.size === 0 && of.interfaces.size === 0 && of.dataTypes.size === 0);
