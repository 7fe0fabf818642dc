import { invalidArgument } from "../../base/errors/argument-error.ts";
import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { HistoryRecord } from "../../base/model/history-record.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { enumOf, optional, readObject, readText, required } from "../../views/envelope/readers.ts";
import {
  type HistoryEncoding,
  type HistoryTransaction,
  historyTransaction,
} from "./history-transaction.ts";

/** How a page of coin history is written, and what becomes of an unknown cursor. */
export interface HistoryPageOptions extends HistoryEncoding {
  /** Answer INVALID_ARGUMENT for an unknown cursor instead of an empty page. Off by default. */
  readonly strictCursor?: boolean;
}

/** The body of `POST /v0/transactions`: `page_size` from 1 to `limits.maxHistoryPageSize`. */
export interface HistoryPageRequest {
  /** From 1 to the limit `maxHistoryPageSize`. */
  readonly page_size: number;
  /** Of the last record of the page before; absent for the first. */
  readonly page_end_event_id?: string;
  /** `asc` when absent. */
  readonly sort_order?: "asc" | "desc";
}

/** A page of coin history, as `POST /v0/transactions` answers it. */
export interface HistoryPage {
  readonly transactions: readonly HistoryTransaction[];
}

/**
 * One page of coin history (rules.yaml S18, transaction-history.md 1, 2): at most `page_size`
 * records after the one `page_end_event_id` names, forward or backward in ledger order. A page with
 * fewer records is the last one for now. An unknown `page_end_event_id` gives an empty page.
 *
 * Raises INVALID_ARGUMENT and MISSING_FIELD for a malformed request. Takes O(log n + page_size).
 */
export const historyPage = (
  ledger: Pick<Ledger, "config" | "state">,
  request: HistoryPageRequest,
  options: HistoryPageOptions = {},
): HistoryPage => ({ transactions: [...historyPageItems(ledger, request, options)] });

/** The same, of transactions that are shown only as they are read. Raises all there is to raise at once. */
export const historyPageItems = (
  ledger: Pick<Ledger, "config" | "state">,
  request: HistoryPageRequest,
  options: HistoryPageOptions = {},
): Iterable<HistoryTransaction> => {
  const { pageSize, pageEndEventId, sortOrder } = readRequest(
    request,
    ledger.config.maxHistoryPageSize,
  );
  const start = pageEndEventId === "" ? undefined : pageEndEventId;
  const records = recordsAfter(ledger.state, start, sortOrder);
  if (records === undefined && options.strictCursor === true) throw unknownCursor(pageEndEventId);
  return shown(records ?? [], pageSize, options);
};

function* shown(
  records: Iterable<readonly [number, HistoryRecord]>,
  pageSize: number,
  options: HistoryPageOptions,
): Generator<HistoryTransaction> {
  let count = 0;
  for (const [, record] of records) {
    yield historyTransaction(record, options);
    count++;
    if (count === pageSize) return;
  }
}

/** Records in order, from the one after `eventId` on; undefined when no record has that id. */
const recordsAfter = (
  { history, historyPositions }: LedgerState,
  eventId: string | undefined,
  sortOrder: SortOrder,
): Iterable<readonly [number, HistoryRecord]> | undefined => {
  if (eventId === undefined) {
    return sortOrder === "asc" ? history.entries() : history.entriesReversed();
  }
  const position = historyPositions.get(eventId);
  if (position === undefined) return undefined;
  return sortOrder === "asc"
    ? history.entries(position + 1)
    : history.entriesReversed(position - 1);
};

type SortOrder = "asc" | "desc";

interface HistoryRequest {
  readonly pageSize: number;
  readonly pageEndEventId: string;
  readonly sortOrder: SortOrder;
}

const readRequest = (json: unknown, maxPageSize: number): HistoryRequest => {
  const body = readObject(json);
  return {
    pageSize: withinBounds(required(body, "page_size", readPageSize), maxPageSize),
    pageEndEventId: optional(body, "page_end_event_id", readText) ?? "",
    sortOrder: optional(body, "sort_order", enumOf(["asc", "desc"])) ?? "asc",
  };
};

/** Only a JSON number: unlike the int64s of the ledger API, digits in a string are refused. */
const readPageSize = (json: unknown): number => {
  if (typeof json === "number" && Number.isInteger(json)) return json;
  throw invalidArgument({ expected: "a whole JSON number", found: json });
};

const withinBounds = (pageSize: number, maximum: number): number => {
  const expected = `a whole number from 1 to ${maximum}`;
  if (pageSize > maximum) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `Exceeded limit maximum (${pageSize} > ${maximum}).`,
      expected,
    });
  }
  if (pageSize < 1) {
    throw ledgerError("INVALID_ARGUMENT", { cause: "Limit must be at least 1.", expected });
  }
  return pageSize;
};

const unknownCursor = (eventId: string): Error =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `No record has the event id ${eventId}.`,
    path: "page_end_event_id",
    expected: "the event_id of a record, as the page before has it",
  });
