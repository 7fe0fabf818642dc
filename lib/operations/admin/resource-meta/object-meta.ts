import {
  createInvalidArgumentError,
  invalidFieldError,
} from "../../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import { truncateText } from "../../../base/errors/truncate-text.ts";
import type { ObjectMeta } from "../../../base/model/administration.ts";
import {
  createMapJsonReader,
  type JsonReader,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readOptionalText,
} from "../../../views/envelope/readers.ts";

/** The ObjectMeta of a request. Both fields may be unset. */
export interface RequestedObjectMeta {
  /** `""` when unset. */
  readonly resourceVersion: string;
  readonly annotations: ReadonlyMap<string, string>;
}

/** The version of a resource and its annotations, as JSON of the ledger API. */
export interface ObjectMetaJson {
  readonly resourceVersion: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const emptyRequestedMeta: RequestedObjectMeta = { resourceVersion: "", annotations: new Map() };

/** The metadata of a resource that this participant has no record of. */
export const emptyObjectMetaJson: ObjectMetaJson = { resourceVersion: "", annotations: {} };

/** Reads the metadata of a request. Absent and null mean unset. Checks only the JSON types. */
export const readRequestedObjectMeta: JsonReader<RequestedObjectMeta> = (json) => {
  if (json === undefined || json === null) return emptyRequestedMeta;
  const object = readJsonObject(json);
  return {
    resourceVersion: readOptionalText(object, "resourceVersion"),
    annotations:
      readOptionalJsonField(object, "annotations", createMapJsonReader(readJsonString)) ??
      emptyRequestedMeta.annotations,
  };
};

export const createObjectMetaJson = (meta: ObjectMeta): ObjectMetaJson => ({
  resourceVersion: String(meta.resourceVersion),
  annotations: Object.fromEntries(meta.annotations),
});

/**
 * Returns the metadata of a new resource (ledger-api.md 1.3). Raises INVALID_ARGUMENT if a resource
 * version is given, an annotation is empty, a key is malformed, or the annotations together are too
 * large.
 */
export const createObjectMeta = (
  requested: RequestedObjectMeta,
  maxAnnotationsBytes: number,
): ObjectMeta => {
  if (requested.resourceVersion !== "") {
    throw createInvalidArgumentError({
      field: "resourceVersion",
      expected: "nothing, as a new resource has no version yet",
      found: requested.resourceVersion,
    });
  }
  checkAnnotations(requested.annotations, maxAnnotationsBytes);
  for (const [key, value] of requested.annotations) {
    if (value === "") {
      throw createInvalidArgumentError({
        field: `annotations.${key}`,
        expected: "a text that is not empty, because the resource is new",
        found: value,
      });
    }
  }
  return { resourceVersion: 0, annotations: requested.annotations };
};

/**
 * Checks the fields of a metadata change, and returns the expected version; undefined for any.
 * Raises INVALID_FIELD for a version that is not an int64. Raises INVALID_ARGUMENT like {@link
 * createObjectMeta} for malformed keys and for annotations that are too large together. Empty annotations
 * are valid: they remove stored ones.
 */
export const checkObjectMetaChange = (
  requested: RequestedObjectMeta,
  maxAnnotationsBytes: number,
): bigint | undefined => {
  const version = parseExpectedVersion(requested);
  checkAnnotations(requested.annotations, maxAnnotationsBytes);
  return version;
};

const parseExpectedVersion = ({ resourceVersion }: RequestedObjectMeta): bigint | undefined => {
  if (resourceVersion === "") return undefined;
  const version = /^-?\d{1,19}$/.test(resourceVersion) ? BigInt(resourceVersion) : undefined;
  if (version !== undefined && BigInt.asIntN(64, version) === version) return version;
  throw invalidFieldError({
    field: "resourceVersion",
    expected: "a 64-bit whole number in decimal digits",
    found: resourceVersion,
  });
};

const checkAnnotations = (annotations: ReadonlyMap<string, string>, maxBytes: number): void => {
  const bytes = computeAnnotationsSize(annotations);
  if (bytes > maxBytes) {
    throw createInvalidArgumentError({
      field: "annotations",
      expected: `at most ${maxBytes} bytes together`,
      found: bytes,
    });
  }
  for (const key of annotations.keys()) checkKey(key);
};

/**
 * Returns the size of annotations for the limit: UTF-8 bytes, without entries with an empty value.
 */
export const computeAnnotationsSize = (annotations: ReadonlyMap<string, string>): number => {
  const texts = [...annotations].filter(([, value]) => value !== "").flat();
  // Joins and encodes all texts at once, which is a hundred times faster than one by one, and then
  // subtracts the separators.
  const between = Math.max(0, texts.length - 1);
  return new TextEncoder().encode(texts.join("\n")).length - between;
};

/** Merges the requested annotations into the stored ones. Empty values remove entries. */
export const mergeAnnotations = (
  annotations: Map<string, string>,
  requested: ReadonlyMap<string, string>,
): void => {
  for (const [key, value] of requested) {
    if (value === "") annotations.delete(key);
    else annotations.set(key, value);
  }
};

const namePattern = /^[a-zA-Z0-9]+(?:[._-]+[a-zA-Z0-9]+)*$/;
const labelPattern = /^[a-zA-Z0-9]+(?:-+[a-zA-Z0-9]+)*$/;
const maxNameLength = 63;
const maxPrefixLength = 253;

/** Checks a key of the form `name` or `prefix/name`. */
const checkKey = (key: string): void => {
  // Like a participant, ignore a slash at the end.
  const parts = (key.endsWith("/") ? key.slice(0, -1) : key).split("/");
  const [name = "", prefix, ...others] = parts.reverse();
  if (others.length > 0) throw invalidAnnotationKeyError(key, "it has more than one /");
  if (name.length > maxNameLength || !namePattern.test(name)) {
    throw invalidAnnotationKeyError(
      key,
      `its name is not 1 to ${maxNameLength} letters, digits, ".", "_" and "-" that begin and end with a letter or digit`,
    );
  }
  if (prefix !== undefined && !isDnsName(prefix)) {
    throw invalidAnnotationKeyError(
      key,
      `its prefix is not a DNS name of at most ${maxPrefixLength} characters`,
    );
  }
};

const isDnsName = (text: string): boolean =>
  text.length <= maxPrefixLength && text.split(".").every((label) => labelPattern.test(label));

const invalidAnnotationKeyError = (key: string, reason: string): LedgerError => {
  const shown = JSON.stringify(truncateText(key, 80));
  return ledgerError("INVALID_ARGUMENT", {
    cause: `The annotation key ${shown} is not allowed: ${reason}.`,
    path: `annotations[${JSON.stringify(key)}]`,
    expected: 'a key of letters, digits, ".", "_" and "-", optionally after a DNS name and "/"',
  });
};
