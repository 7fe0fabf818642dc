import type { ErrorCode } from "../../../ground/errors/catalogue.ts";
import { type ErrorResource, ledgerError } from "../../../ground/errors/ledger-error.ts";
import type { ObjectMeta } from "../../../ground/model/administration.ts";
import { annotationsBytes, mergeAnnotations } from "./object-meta.ts";

/** A change of a resource's metadata that has passed the checks of its own. */
export interface MetaChange {
  /** The version the change was made for; any when absent. */
  readonly expectedVersion: bigint | undefined;
  /** Merged into the stored ones; `undefined` when the mask leaves them out. */
  readonly annotations: ReadonlyMap<string, string> | undefined;
}

/** How the failures of a change are called, and of what. */
export interface MetaErrors {
  readonly conflict: ErrorCode;
  readonly tooLarge: ErrorCode;
  readonly resource: ErrorResource;
  readonly maxAnnotationsBytes: number;
}

/**
 * The metadata after a change, one version further even if nothing else is new (ledger-api.md 1.3).
 * Raises the conflict error for another version than the stored one, so that of several changes made
 * for one version a single one succeeds, and the size error for merged annotations above the limit.
 */
export const changedMeta = (
  stored: ObjectMeta,
  { expectedVersion, annotations: requested }: MetaChange,
  errors: MetaErrors,
): ObjectMeta => {
  const { resourceVersion } = stored;
  const resources = [errors.resource];
  if (expectedVersion !== undefined && expectedVersion !== BigInt(resourceVersion)) {
    throw ledgerError(errors.conflict, {
      cause: `The change was made for version ${expectedVersion} of ${errors.resource[1]}, which is at version ${resourceVersion} now. Read it again and repeat the change.`,
      resources,
    });
  }
  if (requested === undefined) return { ...stored, resourceVersion: resourceVersion + 1 };
  const annotations = mergeAnnotations(stored.annotations, requested);
  const bytes = annotationsBytes(annotations);
  if (bytes > errors.maxAnnotationsBytes) {
    throw ledgerError(errors.tooLarge, {
      cause: `Together with the stored ones the annotations of ${errors.resource[1]} take ${bytes} bytes, at most ${errors.maxAnnotationsBytes} are allowed.`,
      resources,
    });
  }
  return { resourceVersion: resourceVersion + 1, annotations };
};
