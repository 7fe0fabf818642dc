import type { Package } from "../engine/package.ts";
import type { Pace } from "../engine/suspension.ts";

/**
 * Turns uploaded DARs into packages: the port behind which the Daml engine stands, so that a ledger
 * without it carries none of its code. Packages of one loader share an engine; a package it has read
 * before it gives again.
 */
export interface DarLoader {
  /**
   * The packages of a DAR, the main one first, checked by themselves and against one another. Raises
   * INVALID_ARGUMENT for what is no bytes, INVALID_DAR, INVALID_ZIP_ENTRY, ZIP_BOMB, DAR_PARSE_ERROR, ALLOWED_LANGUAGE_VERSIONS,
   * DAR_DEPENDENCIES_NOT_VALID, DAR_VALIDATION_ERROR. Throws a `Suspension` when the pace is used up.
   */
  load(dar: Uint8Array, pace?: Pace): readonly Package[];

  /** Packages from what their `archive` held, in the same order. Raises as {@link load}. */
  restore(archives: readonly Uint8Array[]): readonly Package[];
}
