import { maxListRows } from "../base/paging.ts";
import type { LedgerSearchResults } from "../base/search.ts";

interface ScannedProps {
  readonly search: LedgerSearchResults<unknown>;
  /** Name of the scanned items. */
  readonly unit: string;
}

const formatCount = (count: number): string => count.toLocaleString("en-GB");

/** Number of matches, and what was scanned of the ledger until it is complete. */
export const SearchProgressLine = ({ search, unit }: ScannedProps) => {
  const { matched, scanned, total, isComplete, isAsking, rows } = search;
  if (isAsking && scanned === 0 && rows.length === 0) return <>…</>;
  const found = Math.max(matched, rows.length);
  if (isComplete || (!isAsking && scanned === 0)) {
    const isCut = rows.length === maxListRows && found > maxListRows;
    return (
      <>
        {formatCount(found)}
        {isCut && ` (the newest ${formatCount(maxListRows)} are listed)`}
      </>
    );
  }
  return (
    <>
      {formatCount(found)}+ (
      {total === undefined || total < scanned
        ? `${formatCount(scanned)} ${unit} scanned`
        : `${formatCount(scanned)} of ${formatCount(total)} ${unit} scanned`}
      )
    </>
  );
};
