import type { Package } from "../engine/package.ts";
import type { StepQuota } from "../engine/suspension.ts";

/**
 * Port that turns uploaded DARs into packages. A ledger without a Daml engine does not load its code. The
 * packages of one loader share an engine; for a package that it has read before, a loader returns the same
 * object.
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
