import type { Package } from "../engine/package.ts";
import type { StepQuota } from "../engine/suspension.ts";

/**
 * Turns uploaded DARs into packages. The ledger knows only this interface, so a ledger without Daml does
 * not import the Daml engine. The packages of a loader share an engine. A loader returns the same object
 * for a package that it has read before.
 */
export interface DarLoader {
  /**
   * Returns the packages of a DAR, main package first, after checking each package and their compatibility.
   * Raises INVALID_ARGUMENT if `dar` is not bytes, INVALID_DAR, INVALID_ZIP_ENTRY, ZIP_BOMB,
   * DAR_PARSE_ERROR, ALLOWED_LANGUAGE_VERSIONS, DAR_DEPENDENCIES_NOT_VALID, DAR_VALIDATION_ERROR. Throws a
   * `Suspension` when the step quota is used up.
   */
  load(dar: Uint8Array, quota?: StepQuota): readonly Package[];

  /** Returns packages from their `archive` bytes, in the same order. Raises the errors of {@link load}. */
  restore(archives: readonly Uint8Array[]): readonly Package[];
}
