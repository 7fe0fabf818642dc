import type { MutableDraft } from "../../../base/collections/immer.ts";
import type { ErrorCode } from "../../../base/errors/catalogue.ts";
import { type ErrorResource, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { ObjectMeta } from "../../../base/model/administration.ts";
import { computeAnnotationsSize, mergeAnnotations } from "./object-meta.ts";

/** A checked change of a resource's metadata. */
export interface ObjectMetaChange {
  /** The stored version that the change expects; undefined to accept any version. */
  readonly expectedVersion: bigint | undefined;
  /** The annotations to merge; undefined if the mask does not include them. */
  readonly annotations: ReadonlyMap<string, string> | undefined;
}

/** The error codes of a refused change, the resource that they name, and the limit on its annotations. */
export interface ObjectMetaErrors {
  readonly conflict: ErrorCode;
  readonly tooLarge: ErrorCode;
  readonly resource: ErrorResource;
  readonly maxAnnotationsBytes: number;
}

/**
 * Changes the metadata of a resource. The version increases even if nothing else changes
 * (ledger-api.md 1.3). Raises the conflict error if the stored version is not the expected one, so
 * that only one of several concurrent changes succeeds. Raises the size error if the merged
 * annotations exceed the limit.
 */
export const changeResourceMetadata = (
  meta: MutableDraft<ObjectMeta>,
  { expectedVersion, annotations }: ObjectMetaChange,
  errors: ObjectMetaErrors,
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
  { conflict, resource }: ObjectMetaErrors,
): void => {
  if (expected === undefined || expected === BigInt(resourceVersion)) return;
  throw ledgerError(conflict, {
    cause: `The change expects version ${expected} of ${resource[1]}, but the current version is ${resourceVersion}. Read it again and repeat the change.`,
    resources: [resource],
  });
};

const checkSize = (
  { annotations }: ObjectMeta,
  { tooLarge, resource, maxAnnotationsBytes }: ObjectMetaErrors,
): void => {
  const bytes = computeAnnotationsSize(annotations);
  if (bytes <= maxAnnotationsBytes) return;
  throw ledgerError(tooLarge, {
    cause: `The annotations of ${resource[1]}, with those that are stored, would take ${bytes} bytes. At most ${maxAnnotationsBytes} are allowed.`,
    resources: [resource],
  });
};
