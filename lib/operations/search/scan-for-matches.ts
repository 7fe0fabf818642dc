import { processWideScheduler, TimeSlice } from "../../base/scheduling/fair-scheduler.ts";

/** A page of the result of a search, newest first. */
export interface SearchResultPage<Row> {
  readonly rows: readonly Row[];
  /** Number of scanned items that match; the same as the number of rows unless the limit is 0. */
  readonly matched: number;
  readonly scanned: number;
  /** Number of all items to search, including those that this page did not scan. */
  readonly total: number;
  /** Position at which the scan stopped, for the next page; null if no items are left. */
  readonly next: string | null;
}

/** The items to search, in order, and how to match and return them. */
export interface SearchSource<Item, Row> {
  readonly items: Iterable<Item>;
  readonly total: number;
  /** Returns the number that the item adds to `scanned`; default 1. */
  readonly countOf?: (item: Item) => number;
  /** Returns a function that makes the row of the item; undefined if the item does not match. */
  readonly match: (item: Item) => (() => Row) | undefined;
  /** Returns the position after the item. */
  readonly positionOf: (item: Item) => string;
}

export interface SearchLimits {
  /** Maximum number of rows; 0 counts the matches and returns no rows. */
  readonly limit: number;
  /** Maximum number of scanned items. */
  readonly maxScanned: number;
}

/**
 * Scans items until `limit` of them matched, `maxScanned` were scanned, or none is left. Runs in
 * time slices, so that other requests can run in between.
 */
export const scanForMatches = async <Item, Row>(
  { items, total, countOf = () => 1, match, positionOf }: SearchSource<Item, Row>,
  { limit, maxScanned }: SearchLimits,
): Promise<SearchResultPage<Row>> => {
  const begun = processWideScheduler.waitForFirstSlice();
  if (begun !== undefined) await begun;
  const slice = new TimeSlice();
  const rows: Row[] = [];
  let [scanned, matched] = [0, 0];
  let last: Item | undefined;
  for (const item of items) {
    const isFull = (limit > 0 && rows.length === limit) || scanned >= maxScanned;
    if (isFull && last !== undefined) {
      return { rows, matched, scanned, total, next: positionOf(last) };
    }
    scanned += countOf(item);
    const row = match(item);
    if (row !== undefined) {
      matched++;
      if (limit > 0) rows.push(row());
    }
    last = item;
    const next = slice.yieldIfDue();
    if (next !== undefined) await next;
  }
  return { rows, matched, scanned, total, next: null };
};
