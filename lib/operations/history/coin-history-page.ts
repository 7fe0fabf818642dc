import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { CoinHistoryRecord } from "../../base/model/coin-history-record.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import {
  createEnumJsonReader,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readRequiredJsonField,
} from "../../views/envelope/readers.ts";
import {
  type CoinHistoryRecordJson,
  type HistoryEncodingOptions,
  toCoinHistoryRecordJson,
} from "./coin-history-record-json.ts";

/** The form of the records on a page of coin history, and the handling of unknown cursors. */
export interface CoinHistoryPageOptions extends HistoryEncodingOptions {
  /**
   * If true, an unknown cursor raises INVALID_ARGUMENT instead of giving an empty page. Default:
   * false.
   */
  readonly strictCursor?: boolean;
}

/** The body of `POST /v0/transactions`: `page_size` from 1 to `limits.maxHistoryPageSize`. */
export interface CoinHistoryPageRequest {
  /** From 1 to the limit `maxHistoryPageSize`. */
  readonly page_size: number;
  /** Event id of the last record of the previous page; absent for the first page. */
  readonly page_end_event_id?: string;
  /** Default: `asc`. */
  readonly sort_order?: "asc" | "desc";
}

/** The response of `POST /v0/transactions`. */
export interface CoinHistoryPage {
  readonly transactions: readonly CoinHistoryRecordJson[];
}

/**
 * Returns one page of coin history (rules.yaml S18, transaction-history.md 1, 2): at most
 * `page_size` records after the one with the id `page_end_event_id`, forward or backward in ledger
 * order. A page with fewer records is the last one at present. An unknown `page_end_event_id` gives
 * an empty page.
 *
 * Raises INVALID_ARGUMENT and MISSING_FIELD for a malformed request. O(log n + page_size).
 */
export const historyPage = (
  ledger: Pick<Ledger, "config" | "state">,
  request: CoinHistoryPageRequest,
  options: CoinHistoryPageOptions = {},
): CoinHistoryPage => ({ transactions: [...getCoinHistoryPageLazily(ledger, request, options)] });

/**
 * Like {@link historyPage}, but converts each transaction only when it is read. Errors are raised
 * by the call itself, not while reading.
 */
export const getCoinHistoryPageLazily = (
  ledger: Pick<Ledger, "config" | "state">,
  request: CoinHistoryPageRequest,
  options: CoinHistoryPageOptions = {},
): Iterable<CoinHistoryRecordJson> => {
  const { pageSize, pageEndEventId, sortOrder } = readRequest(
    request,
    ledger.config.maxHistoryPageSize,
  );
  const start = pageEndEventId === "" ? undefined : pageEndEventId;
  const records = recordsAfter(ledger.state, start, sortOrder);
  if (records === undefined && options.strictCursor === true) throw unknownCursor(pageEndEventId);
  return encodeRecords(records ?? [], pageSize, options);
};

function* encodeRecords(
  records: Iterable<readonly [number, CoinHistoryRecord]>,
  pageSize: number,
  options: CoinHistoryPageOptions,
): Generator<CoinHistoryRecordJson> {
  let count = 0;
  for (const [, record] of records) {
    yield toCoinHistoryRecordJson(record, options);
    count++;
    if (count === pageSize) return;
  }
}

/**
 * Yields records in order, starting after `eventId`. Returns undefined if no record has that id.
 */
const recordsAfter = (
  { history, historyPositions }: LedgerState,
  eventId: string | undefined,
  sortOrder: SortOrder,
): Iterable<readonly [number, CoinHistoryRecord]> | undefined => {
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
  const body = readJsonObject(json);
  return {
    pageSize: withinBounds(readRequiredJsonField(body, "page_size", readPageSize), maxPageSize),
    pageEndEventId: readOptionalJsonField(body, "page_end_event_id", readJsonString) ?? "",
    sortOrder:
      readOptionalJsonField(body, "sort_order", createEnumJsonReader(["asc", "desc"])) ?? "asc",
  };
};

/** Reads a JSON number. Digits in a string are refused, unlike for int64s of the ledger API. */
const readPageSize = (json: unknown): number => {
  if (typeof json === "number" && Number.isInteger(json)) return json;
  throw createInvalidArgumentError({ expected: "a whole JSON number", found: json });
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
    expected: "the event_id of the last record of the previous page",
  });
