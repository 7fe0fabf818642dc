import { faultText } from "../../base/errors/argument-error.ts";
import { ledgerError } from "../../base/errors/ledger-error.ts";
import { optional, optionalText, readObject } from "./readers.ts";

/** An id that a request has in its path and once more in its body. */
export interface RepeatedId {
  readonly inPath: string;
  readonly body: unknown;
  /** The object of the body that holds the id, e.g. `user`; absent when the body itself does. */
  readonly holder?: string;
  /** The field that is the id, e.g. `id`. */
  readonly field: string;
}

/**
 * Raises INVALID_ARGUMENT when the body has another id than the path, an unset one, or not the object that
 * holds it. Whether the id is well-formed is for the operation to find out, once it knows the caller
 * (ledger-api.md 3.0.1 step 4, 3.7, 3.10, 3.11, 3.17.4).
 */
export const checkRepeatedId = (id: RepeatedId): void => {
  const body = readObject(id.body);
  const holder = id.holder === undefined ? body : optional(body, id.holder, readObject);
  const inBody = holder === undefined ? undefined : optionalText(holder, id.field);
  if (inBody === id.inPath) return;
  const path = id.holder === undefined ? id.field : `${id.holder}.${id.field}`;
  const expected = `${JSON.stringify(id.inPath)}, as the path of the request has it`;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: faultText({ field: path, expected, found: inBody }),
    path,
    expected,
    layer: "json",
  });
};
