import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import { checkUpdateFormat, readUpdateFormat } from "../../views/envelope/event-format-reader.ts";
import {
  readBoolean,
  readJsonObject,
  readOffset,
  readOptionalJsonField,
} from "../../views/envelope/readers.ts";
import type {
  EventFilter,
  EventFormat,
  TransactionShape,
  UpdateFormat,
} from "../../views/visibility/event-format.ts";
import { checkKnownTypes } from "../../views/visibility/known-types.ts";
import { listEventFormats } from "../../views/visibility/project-update.ts";
import { readFormatOrLegacyFilter } from "./legacy-format.ts";
import {
  requireNonNegativeOffset,
  requireNotAfterLedgerEnd,
  requireNotPruned,
  requirePositiveOffset,
} from "./offset-checks.ts";

/** The API's GetUpdatesRequest (ledger-api.md 3.17.1). */
export interface UpdatesRequest {
  readonly beginExclusive: Offset;
  /** Undefined to follow the ledger. */
  readonly endInclusive: Offset | undefined;
  readonly updateFormat: UpdateFormat;
  readonly descendingOrder: boolean;
}

/**
 * Reads a request. `legacyShape` is the transaction shape to use if the request has the legacy
 * fields. Raises INVALID_ARGUMENT, MISSING_FIELD.
 */
export const readUpdatesRequest = (
  json: unknown,
  legacyShape: TransactionShape,
): UpdatesRequest => {
  const object = readJsonObject(json);
  return {
    beginExclusive: readOptionalJsonField(object, "beginExclusive", readOffset) ?? 0,
    endInclusive: readOptionalJsonField(object, "endInclusive", readOffset),
    updateFormat: readFormatOrLegacyFilter(object, {
      name: "updateFormat",
      read: readUpdateFormat,
      fromLegacy: (format) => fromLegacy(format, legacyShape),
    }),
    descendingOrder: readOptionalJsonField(object, "descendingOrder", readBoolean) ?? false,
  };
};

/**
 * Checks a request against the state, in the order of ledger-api.md 3.17.1. Raises NEGATIVE_OFFSET,
 * DESCENDING_ORDER_MISSING_END, NON_POSITIVE_OFFSET, OFFSET_AFTER_LEDGER_END, OFFSET_OUT_OF_RANGE,
 * PARTICIPANT_PRUNED_DATA_ACCESSED, and the errors of the format checks.
 */
export const checkUpdatesRequest = (
  request: UpdatesRequest,
  { state, config }: Pick<Ledger, "state" | "config">,
): void => {
  const { beginExclusive: begin, endInclusive: end, updateFormat } = request;
  requireNonNegativeOffset(begin, "beginExclusive");
  if (end === undefined && request.descendingOrder) throw missingEnd();
  if (end !== undefined) requirePositiveOffset(end, "endInclusive");
  requireNotAfterLedgerEnd(begin, "beginExclusive", state);
  if (end !== undefined) requireNotAfterLedgerEnd(end, "endInclusive", state);
  checkUpdateFormat(updateFormat, "updateFormat", config);
  checkKnownTypes(listEventFormats(updateFormat), state.packages);
  if (begin === end) return;
  if (end !== undefined && begin > end) throw endBeforeBegin(begin, end);
  requireNotPruned(begin, "beginExclusive", state);
};

/**
 * Converts a legacy format. The legacy API did not filter trees by template, so in trees each party
 * sees all templates.
 */
const fromLegacy = (format: EventFormat, shape: TransactionShape): UpdateFormat => {
  const eventFormat = shape === "ledgerEffects" ? addWildcards(format) : format;
  return { transactions: { eventFormat, shape }, reassignments: eventFormat };
};

const addWildcards = (format: EventFormat): EventFormat => ({
  ...format,
  filtersByParty: new Map(
    Array.from(format.filtersByParty, ([party, filters]) => [party, addWildcardFilter(filters)]),
  ),
  ...(format.filtersForAnyParty && {
    filtersForAnyParty: addWildcardFilter(format.filtersForAnyParty),
  }),
});

const addWildcardFilter = (filters: readonly EventFilter[]): readonly EventFilter[] => [
  ...filters,
  { kind: "wildcard", includeBlob: false },
];

const missingEnd = () =>
  ledgerError("DESCENDING_ORDER_MISSING_END", {
    cause: "Set endInclusive: descending order requires an end.",
    path: "endInclusive",
  });

const endBeforeBegin = (begin: Offset, end: Offset) =>
  ledgerError("OFFSET_OUT_OF_RANGE", {
    cause: `endInclusive ${end} is before beginExclusive ${begin}.`,
    path: "endInclusive",
  });
