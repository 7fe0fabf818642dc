import { ledgerError } from "../../base/errors/ledger-error.ts";
import { readTransactionFilter } from "../../views/envelope/event-format-reader.ts";
import {
  type JsonObject,
  optional,
  readBoolean,
  type Reader,
} from "../../views/envelope/readers.ts";
import type { EventFormat } from "../../views/visibility/event-format.ts";

/** The field of a request with its format, and the meaning of the fields of older clients. */
export interface FormatField<Format> {
  readonly name: "eventFormat" | "updateFormat";
  readonly read: Reader<Format>;
  /** Converts the legacy fields `filter` and `verbose` to a format. */
  readonly fromLegacy: (format: EventFormat) => Format;
  /** The condition for `verbose` to count as unset. */
  readonly verboseIsUnset: "whenAbsent" | "whenFalse";
}

/** Clients of a participant send a false `verbose`, because their types require the field. */
const falseIsTakenThere =
  ' A participant takes a false verbose: so does a ledger with the precedence "participant".';

/**
 * Reads the format of a request from its field or, for older clients, from `filter` and `verbose`.
 * Raises INVALID_ARGUMENT if both or neither are given (ledger-api.md 3.2, 3.17.1).
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
