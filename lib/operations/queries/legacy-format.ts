import { ledgerError } from "../../base/errors/ledger-error.ts";
import { readTransactionFilter } from "../../views/envelope/event-format-reader.ts";
import {
  type JsonObject,
  type JsonReader,
  readBoolean,
  readOptionalJsonField,
} from "../../views/envelope/readers.ts";
import type { EventFormat } from "../../views/visibility/event-format.ts";

/**
 * The field that contains the format of a request, and how to convert the legacy fields of older
 * clients.
 */
export interface RequestFormatField<Format> {
  readonly name: "eventFormat" | "updateFormat";
  readonly read: JsonReader<Format>;
  /** Converts the legacy fields `filter` and `verbose` to a format. */
  readonly fromLegacy: (format: EventFormat) => Format;
}

/**
 * Reads the format of a request from its field or, for older clients, from `filter` and `verbose`.
 * Raises INVALID_ARGUMENT if the request has both or neither (ledger-api.md 3.2, 3.17.1). A null
 * `filter` and a false `verbose` count as absent if there is a format: clients generated from a
 * participant's API document send them, because their types require the fields.
 */
export const readFormatOrLegacyFilter = <Format>(
  object: JsonObject,
  { name, read, fromLegacy }: RequestFormatField<Format>,
): Format => {
  const format = readOptionalJsonField(object, name, read);
  const filter = readOptionalJsonField(object, "filter", readTransactionFilter);
  const verbose = readOptionalJsonField(object, "verbose", readBoolean);
  if (format !== undefined) {
    if (filter === undefined && verbose !== true) return format;
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `Set either ${name} or the legacy fields filter and verbose, not both.`,
      path: filter === undefined ? "verbose" : "filter",
    });
  }
  if (filter === undefined) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `Set ${name}: the request has neither it nor the legacy field filter.`,
      path: name,
    });
  }
  return fromLegacy({ ...filter, verbose: verbose ?? false });
};
