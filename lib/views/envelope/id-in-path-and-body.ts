import { formatArgumentFault } from "../../base/errors/argument-error.ts";
import { ledgerError } from "../../base/errors/ledger-error.ts";
import { readJsonObject, readOptionalJsonField, readOptionalText } from "./readers.ts";

/** An id that a request contains both in its path and in its body. */
export interface IdInPathAndBody {
  readonly inPath: string;
  readonly body: unknown;
  /** The object of the body that contains the id, e.g. `user`; absent if the body itself does. */
  readonly holder?: string;
  /** The field with the id, e.g. `id`. */
  readonly field: string;
}

/**
 * Checks that the body has the id of the path. Raises INVALID_ARGUMENT if the id differs, is unset,
 * or its object is missing. Does not check that the id is well-formed; the operation does so after
 * checking the caller's claims (ledger-api.md 3.0.1 step 4, 3.7, 3.10, 3.11, 3.17.4).
 */
export const checkBodyIdMatchesPath = (id: IdInPathAndBody): void => {
  const body = readJsonObject(id.body);
  const holder =
    id.holder === undefined ? body : readOptionalJsonField(body, id.holder, readJsonObject);
  const inBody = holder === undefined ? undefined : readOptionalText(holder, id.field);
  if (inBody === id.inPath) return;
  const path = id.holder === undefined ? id.field : `${id.holder}.${id.field}`;
  const expected = `${JSON.stringify(id.inPath)}, as in the path of the request`;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: formatArgumentFault({ field: path, expected, found: inBody }),
    path,
    expected,
    layer: "json",
  });
};
