import { invalidArgument, invalidField } from "../../../base/errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { ObjectMeta } from "../../../base/model/administration.ts";
import {
  mapOf,
  optional,
  optionalText,
  type Reader,
  readObject,
  readText,
} from "../../../views/envelope/readers.ts";

/** ObjectMeta as a request states it; both parts may be unset. */
export interface RequestedMeta {
  /** `""` when unset. */
  readonly resourceVersion: string;
  readonly annotations: ReadonlyMap<string, string>;
}

/** The version of a resource, which changes with it, and its annotations, as JSON of the ledger API. */
export interface ObjectMetaJson {
  readonly resourceVersion: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const nothing: RequestedMeta = { resourceVersion: "", annotations: new Map() };

/** The metadata of a resource this participant keeps no record of. */
export const noMetaJson: ObjectMetaJson = { resourceVersion: "", annotations: {} };

/** Absent and null mean nothing is stated. Only the shape is checked. */
export const readRequestedMeta: Reader<RequestedMeta> = (json) => {
  if (json === undefined || json === null) return nothing;
  const object = readObject(json);
  return {
    resourceVersion: optionalText(object, "resourceVersion"),
    annotations: optional(object, "annotations", mapOf(readText)) ?? nothing.annotations,
  };
};

export const objectMetaJson = (meta: ObjectMeta): ObjectMetaJson => ({
  resourceVersion: String(meta.resourceVersion),
  annotations: Object.fromEntries(meta.annotations),
});

/**
 * The metadata of a new resource (ledger-api.md 1.3). Raises INVALID_ARGUMENT when a resource version
 * is given, an annotation is empty or its key malformed, or the annotations are too large together.
 */
export const newMeta = (requested: RequestedMeta, maxAnnotationsBytes: number): ObjectMeta => {
  if (requested.resourceVersion !== "") {
    throw invalidArgument({
      field: "resourceVersion",
      expected: "nothing, as a new resource has no version yet",
      found: requested.resourceVersion,
    });
  }
  checkAnnotations(requested.annotations, maxAnnotationsBytes);
  for (const [key, value] of requested.annotations) {
    if (value === "") {
      throw invalidArgument({
        field: `annotations.${key}`,
        expected: "a text that is not empty in a new resource",
        found: value,
      });
    }
  }
  return { resourceVersion: 0, annotations: requested.annotations };
};

/**
 * The version that a change of metadata expects, `undefined` = any, once its fields are checked. Raises
 * INVALID_FIELD for a version that is no int64, and INVALID_ARGUMENT as {@link newMeta} does for
 * malformed keys and annotations that are too large together; empty ones take stored ones away.
 */
export const checkMetaChange = (
  requested: RequestedMeta,
  maxAnnotationsBytes: number,
): bigint | undefined => {
  const version = expectedVersion(requested);
  checkAnnotations(requested.annotations, maxAnnotationsBytes);
  return version;
};

const expectedVersion = ({ resourceVersion }: RequestedMeta): bigint | undefined => {
  if (resourceVersion === "") return undefined;
  const version = /^-?\d{1,19}$/.test(resourceVersion) ? BigInt(resourceVersion) : undefined;
  if (version !== undefined && BigInt.asIntN(64, version) === version) return version;
  throw invalidField({
    field: "resourceVersion",
    expected: "a 64-bit whole number in decimal digits",
    found: resourceVersion,
  });
};

const checkAnnotations = (annotations: ReadonlyMap<string, string>, maxBytes: number): void => {
  const bytes = annotationsBytes(annotations);
  if (bytes > maxBytes) {
    throw invalidArgument({
      field: "annotations",
      expected: `at most ${maxBytes} bytes together`,
      found: bytes,
    });
  }
  for (const key of annotations.keys()) checkKey(key);
};

/** What annotations count against the limit: UTF-8 bytes, without entries that have no value. */
export const annotationsBytes = (annotations: ReadonlyMap<string, string>): number => {
  const texts = [...annotations].filter(([, value]) => value !== "").flat();
  // All at once, which is a hundred times faster than one by one; the byte between two is none of theirs.
  const between = Math.max(0, texts.length - 1);
  return new TextEncoder().encode(texts.join("\n")).length - between;
};

/** Puts the requested annotations over those that are there; what is then empty disappears. */
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

/** `name` or `prefix/name`. */
const checkKey = (key: string): void => {
  const [name = "", prefix, ...others] = key.split("/").reverse();
  if (others.length > 0) throw invalidKey(key, "it has more than one /");
  if (name.length > maxNameLength || !namePattern.test(name)) {
    throw invalidKey(
      key,
      `its name is not 1 to ${maxNameLength} letters, digits, ".", "_" and "-" that begin and end with a letter or digit`,
    );
  }
  if (prefix !== undefined && !isDnsName(prefix)) {
    throw invalidKey(key, `its prefix is not a DNS name of at most ${maxPrefixLength} characters`);
  }
};

const isDnsName = (text: string): boolean =>
  text.length <= maxPrefixLength && text.split(".").every((label) => labelPattern.test(label));

const invalidKey = (key: string, reason: string): LedgerError => {
  const shown = JSON.stringify(key.length > 80 ? `${key.slice(0, 80)}…` : key);
  return ledgerError("INVALID_ARGUMENT", {
    cause: `The annotation key ${shown} is not allowed: ${reason}.`,
    path: `annotations[${JSON.stringify(key)}]`,
    expected: 'a key of letters, digits, ".", "_" and "-", maybe after a DNS name and "/"',
  });
};
