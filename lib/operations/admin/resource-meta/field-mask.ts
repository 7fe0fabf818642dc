import { missingField } from "../../../base/errors/argument-error.ts";
import type { ErrorCode } from "../../../base/errors/catalogue.ts";
import {
  type ErrorResource,
  type LedgerError,
  ledgerError,
} from "../../../base/errors/ledger-error.ts";
import type { JsonObject, Reader } from "../../../views/envelope/readers.ts";
import { listOf, optional, readObject, readText } from "../../../views/envelope/readers.ts";

/** A kind of resource that is changed through a mask: its fields, and how a bad mask is called. */
export interface MaskableResource<Leaf extends string> {
  /** Every field that has no fields of its own, as a path in snake case. */
  readonly leaves: readonly Leaf[];
  readonly invalid: ErrorCode;
  /** What errors call a resource of the kind. */
  readonly resourceType: string;
}

/**
 * Which fields of a resource a request wants to change (ledger-api.md 3.7).
 *
 * A path names a field (`metadata.annotations`), or all fields below it (`metadata`). Named itself, a
 * field takes the requested value, even a default one; named with the rest of its parent, only a
 * value that is not the default.
 */
export class FieldMask<Leaf extends string> {
  readonly #paths: ReadonlySet<string>;

  constructor(paths: Iterable<string>) {
    this.#paths = new Set(paths);
  }

  /** The value of a field after the change. */
  apply<Value extends string | boolean>(leaf: Leaf, requested: Value, current: Value): Value {
    const isDefault = requested === "" || requested === false;
    return this.names(leaf) || (!isDefault && this.covers(leaf)) ? requested : current;
  }

  /** Whether the very field is named. */
  names(leaf: Leaf): boolean {
    return this.#paths.has(leaf);
  }

  /** Whether the field, or one it lies in, is named. */
  covers(leaf: Leaf): boolean {
    return [...this.#paths].some((path) => isWithin(leaf, path));
  }
}

/** The paths at `updateMask`; only the shape is checked. Undefined when there is no mask. */
export const readMaskPaths = (request: JsonObject): readonly string[] | undefined =>
  optional(request, "updateMask", readPaths);

/**
 * The mask with these paths, for the resource named so. Raises the resource's error when there is none, one
 * comes twice, or one names no field.
 */
export const fieldMask = <Leaf extends string>(
  paths: readonly string[],
  resource: MaskableResource<Leaf>,
  name: string,
): FieldMask<Leaf> => {
  const { leaves, invalid: code, resourceType } = resource;
  const invalid = { code, resource: [resourceType, name] } as const;
  const names = [...new Set(leaves.flatMap(withParents))].join(", ");
  if (paths.length === 0) {
    throw invalidMask(
      invalid,
      `The update mask has no paths. Name what is to change: ${leaves.join(", ")}.`,
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

/** The error for a request without mask. */
export const missingMask = (): LedgerError => missingField("updateMask");

const readPaths: Reader<readonly string[]> = (json) =>
  optional(readObject(json), "paths", listOf(readText)) ?? [];

/** Whether the path names the leaf or a field that the leaf lies in. */
const isWithin = (leaf: string, path: string): boolean =>
  leaf === path || leaf.startsWith(`${path}.`);

/** `metadata` and `metadata.annotations`. */
const withParents = (leaf: string): readonly string[] => {
  const parts = leaf.split(".");
  return parts.map((_, index) => parts.slice(0, index + 1).join("."));
};

interface MaskFault {
  /** Of the path; of all of them when absent. */
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
