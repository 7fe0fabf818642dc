import { invalidArgument } from "../../ground/errors/argument-error.ts";
import type { Grammar } from "../../ground/identifiers/identifier-syntax.ts";
import { argumentIdentifier } from "./identifier-readers.ts";
import { optional, optionalText, readObject } from "./readers.ts";

/** An id that a request has in its path and once more in its body. */
export interface RepeatedId {
  /** The path parameter, e.g. `user-id`. */
  readonly parameter: string;
  readonly inPath: string;
  readonly grammar: Grammar;
  readonly body: unknown;
  /** The object of the body that holds the id, e.g. `user`; absent when the body itself does. */
  readonly holder?: string;
  /** The field that is the id, e.g. `id`. */
  readonly field: string;
}

/**
 * Raises INVALID_ARGUMENT when the id in the path is malformed, or the one in the body is another or
 * unset. A body without the holder passes: its operation reports that (ledger-api.md 3.0.1 step 4,
 * 3.7, 3.10, 3.11, 3.17.4).
 */
export const checkRepeatedId = (id: RepeatedId): void => {
  argumentIdentifier(id.grammar, id.inPath, id.parameter);
  const body = readObject(id.body);
  const holder = id.holder === undefined ? body : optional(body, id.holder, readObject);
  if (holder === undefined) return;
  const inBody = optionalText(holder, id.field);
  if (inBody === id.inPath) return;
  const path = id.holder === undefined ? id.field : `${id.holder}.${id.field}`;
  throw invalidArgument({
    field: path,
    expected: `${JSON.stringify(id.inPath)}, as the path of the request has it`,
    found: inBody,
  });
};
