import { ledgerError } from "../../base/errors/ledger-error.ts";
import { readTransactionFilter } from "../../views/envelope/event-format-reader.ts";
import {
  type JsonObject,
  optional,
  readBoolean,
  type Reader,
} from "../../views/envelope/readers.ts";
import type { EventFormat } from "../../views/visibility/event-format.ts";

/** Where a request carries its format, and what the fields of older clients stand for. */
export interface FormatField<Format> {
  readonly name: "eventFormat" | "updateFormat";
  readonly read: Reader<Format>;
  /** The format that the legacy fields `filter` and `verbose` amount to. */
  readonly fromLegacy: (format: EventFormat) => Format;
  /** When `verbose` counts as not given. */
  readonly verboseIsUnset: "whenAbsent" | "whenFalse";
}

/** Clients of a participant send it, since their types demand it. */
const falseIsTakenThere =
  ' A participant takes a false verbose: so does a ledger with the precedence "participant".';

/**
 * The format of a request, given in its own field or, by older clients, as `filter` and `verbose`.
 * Raises INVALID_ARGUMENT for both and for neither (ledger-api.md 3.2, 3.17.1).
 */
export const readFormat = <Format>(
  object: JsonObject,
  { name, read, fromLegacy, verboseIsUnset }: FormatField<Format>,
): Format => {
  const format = optional(object, name, read);
  const filter = optional(object, "filter", readTransactionFilter);
  const verbose = optional(object, "verbose", readBoolean);
  if (format !== undefined) {
    const isUnset = verbose === undefined || (verboseIsUnset === "whenFalse" && !verbose);
    if (filter === undefined && isUnset) return format;
    throw ledgerError("INVALID_ARGUMENT", {
      cause:
        `Give either ${name} or the legacy fields filter and verbose, not both.` +
        (filter === undefined && verbose === false ? falseIsTakenThere : ""),
      path: filter === undefined ? "verbose" : "filter",
    });
  }
  if (filter === undefined) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `Give ${name}: neither it nor the legacy field filter is there.`,
      path: name,
    });
  }
  return fromLegacy({ ...filter, verbose: verbose ?? false });
};
