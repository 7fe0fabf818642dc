import type { Draft } from "../../../base/collections/immer.ts";
import type { ErrorCode } from "../../../base/errors/catalogue.ts";
import { type ErrorResource, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { ObjectMeta } from "../../../base/model/administration.ts";
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
 * Changes the metadata of a resource, one version further even if nothing else is new (ledger-api.md
 * 1.3). Raises the conflict error for another version than the stored one, so that of several changes
 * made for one version a single one succeeds, and the size error for merged annotations above the limit.
 */
export const changeMeta = (
  meta: Draft<ObjectMeta>,
  { expectedVersion, annotations }: MetaChange,
  errors: MetaErrors,
): void => {
  checkVersion(meta, expectedVersion, errors);
  meta.resourceVersion++;
  if (annotations === undefined) return;
  mergeAnnotations(meta.annotations, annotations);
  checkSize(meta, errors);
};

const checkVersion = (
  { resourceVersion }: ObjectMeta,
  expected: bigint | undefined,
  { conflict, resource }: MetaErrors,
): void => {
  if (expected === undefined || expected === BigInt(resourceVersion)) return;
  throw ledgerError(conflict, {
    cause: `The change was made for version ${expected} of ${resource[1]}, which is at version ${resourceVersion} now. Read it again and repeat the change.`,
    resources: [resource],
  });
};

const checkSize = (
  { annotations }: ObjectMeta,
  { tooLarge, resource, maxAnnotationsBytes }: MetaErrors,
): void => {
  const bytes = annotationsBytes(annotations);
  if (bytes <= maxAnnotationsBytes) return;
  throw ledgerError(tooLarge, {
    cause: `Together with the stored ones the annotations of ${resource[1]} take ${bytes} bytes, at most ${maxAnnotationsBytes} are allowed.`,
    resources: [resource],
  });
};
