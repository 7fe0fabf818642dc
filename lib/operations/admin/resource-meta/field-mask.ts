import { missingFieldError } from "../../../base/errors/argument-error.ts";
import type { ErrorCode } from "../../../base/errors/catalogue.ts";
import {
  type ErrorResource,
  type LedgerError,
  ledgerError,
} from "../../../base/errors/ledger-error.ts";
import type { JsonObject, JsonReader } from "../../../views/envelope/readers.ts";
import {
  createListReader,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
} from "../../../views/envelope/readers.ts";

/**
 * A kind of resource that is changed with a field mask: its fields, and the error for an invalid
 * mask.
 */
export interface MaskableResource<Leaf extends string> {
  /** All fields without subfields, as paths in snake case. */
  readonly leaves: readonly Leaf[];
  readonly invalid: ErrorCode;
  /** The name of this kind of resource in errors. */
  readonly resourceType: string;
}

/**
 * The fields of a resource that a request changes (ledger-api.md 3.7).
 *
 * A path names a field (`metadata.annotations`), or all its subfields (`metadata`). A field that is
 * named directly gets the requested value, even a default value. A field that is only included by
 * its parent gets the requested value unless it is the default value.
 */
export class FieldMask<Leaf extends string> {
  readonly #paths: ReadonlySet<string>;

  constructor(paths: Iterable<string>) {
    this.#paths = new Set(paths);
  }

  /** Returns the value of a field after the change. */
  chooseFieldValue<Value extends string | boolean>(
    leaf: Leaf,
    requested: Value,
    current: Value,
  ): Value {
    const isDefault = requested === "" || requested === false;
    return this.isFieldNamed(leaf) || (!isDefault && this.isFieldCovered(leaf))
      ? requested
      : current;
  }

  /** Returns true if the mask names the field directly. */
  isFieldNamed(leaf: Leaf): boolean {
    return this.#paths.has(leaf);
  }

  /** Returns true if the mask names the field or one of its parents. */
  isFieldCovered(leaf: Leaf): boolean {
    return [...this.#paths].some((path) => isWithin(leaf, path));
  }
}

/**
 * Returns the paths in the field `updateMask` of a request; undefined if there is no mask. Checks
 * only the JSON types.
 */
export const readUpdateMaskPaths = (request: JsonObject): readonly string[] | undefined =>
  readOptionalJsonField(request, "updateMask", readPaths);

/**
 * Returns the mask with these paths. `name` is the name of the resource in errors. Raises the
 * resource's error if there are no paths, duplicate paths, or unknown fields.
 */
export const createFieldMask = <Leaf extends string>(
  paths: readonly string[],
  resource: MaskableResource<Leaf>,
  name: string,
): FieldMask<Leaf> => {
  const { leaves, invalid: code, resourceType } = resource;
  const invalid = { code, resource: [resourceType, name] } as const;
  const names = [...new Set(leaves.flatMap(listFieldAndParents))].join(", ");
  if (paths.length === 0) {
    throw invalidMask(
      invalid,
      `The update mask has no paths. Name the fields to change: ${leaves.join(", ")}.`,
      { expected: `at least one of ${names}` },
    );
  }
  const seen = new Set<string>();
  for (const [index, path] of paths.entries()) {
    const place = { index, expected: `one of ${names}` };
    if (!leaves.some((leaf) => isWithin(leaf, path))) {
      throw invalidMask(
        invalid,
        `The update mask names the unknown field ${JSON.stringify(path)}. The fields are ${leaves.join(", ")}.`,
        place,
      );
    }
    if (seen.has(path)) {
      throw invalidMask(invalid, `The update mask names the field ${path} twice.`, place);
    }
    seen.add(path);
  }
  return new FieldMask(seen);
};

/** Returns the error for a request without a mask. */
export const missingUpdateMaskError = (): LedgerError => missingFieldError("updateMask");

const readPaths: JsonReader<readonly string[]> = (json) =>
  readOptionalJsonField(readJsonObject(json), "paths", createListReader(readJsonString)) ?? [];

/** Returns true if the path names the field or one of its parents. */
const isWithin = (leaf: string, path: string): boolean =>
  leaf === path || leaf.startsWith(`${path}.`);

/** Returns the parents and the field itself: `metadata` and `metadata.annotations`. */
const listFieldAndParents = (leaf: string): readonly string[] => {
  const parts = leaf.split(".");
  return parts.map((_, index) => parts.slice(0, index + 1).join("."));
};

interface MaskFault {
  /** Index of the faulty path; absent if the fault is about all paths. */
  readonly index?: number;
  readonly expected: string;
}

interface InvalidMask {
  readonly code: ErrorCode;
  readonly resource: ErrorResource;
}

const invalidMask = (
  { code, resource }: InvalidMask,
  cause: string,
  { index, expected }: MaskFault,
): LedgerError =>
  ledgerError(code, {
    cause,
    resources: [resource],
    path: index === undefined ? "updateMask.paths" : `updateMask.paths[${index}]`,
    expected,
  });
