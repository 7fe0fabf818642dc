import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { LogEntry } from "./log-entry.ts";

/**
 * The kind of a record in the history archive: the journal positions of offsets (`offset`), the
 * offset of an update, a contract, the offsets of accepted submissions with a change id, the
 * offsets of executions or of rejections of a signed transaction, a record of coin history, or the
 * number of such a record by its event id (`event`).
 */
export type HistoryArchiveRecordKind =
  "offset" | "update" | "contract" | "change" | "signed" | "rejected" | "record" | "event";

/**
 * Reads history that is not in memory. It always reads the history of the journal at the time when
 * the reader was created, even if the journal was reverted later. Synchronous, because states are
 * read synchronously. Raises SERVICE_NOT_RUNNING if the data was corrupted, and after the store was
 * closed.
 */
export interface HistoryArchiveReader {
  /** Returns the log entries of the journal entry at a position; see `deriveLogEntriesFromEvents`. */
  entries(position: number): readonly LogEntry[];
  /** Returns the newest value of a key in a branch; undefined if there is none. */
  find(branch: number, kind: HistoryArchiveRecordKind, key: string): string | undefined;
  /**
   * Marks the archive for a rebuild at the next opening of the store, and returns the error to
   * raise.
   */
  damaged(what: string): Error;
}

/** A range of numbers, both ends included, whose records are in one branch. */
export interface EvictedRecordRange {
  readonly branch: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The part of a ledger's history that is in the archive and not in memory: everything up to a
 * journal position, except the data that decisions need.
 */
export interface EvictedHistory {
  readonly reader: HistoryArchiveReader;
  readonly position: number;
  /** Ranges of offsets, ascending. Offsets between two ranges are not in the archive. */
  readonly log: readonly EvictedRecordRange[];
  /** Ranges of the numbers of coin history records. */
  readonly history: readonly EvictedRecordRange[];
}

/** Returns the last number in the ranges; `before` if there is none. */
export const getEndOfEvictedRanges = (
  ranges: readonly EvictedRecordRange[],
  before: number,
): number => ranges.at(-1)?.to ?? before;

export const findEvictedRange = (
  ranges: readonly EvictedRecordRange[],
  number: number,
): EvictedRecordRange | undefined => {
  const range = ranges.findLast(({ from }) => from <= number);
  return range !== undefined && number <= range.to ? range : undefined;
};

/** Returns the ranges with one more number at the end. */
export const appendToEvictedRanges = (
  ranges: readonly EvictedRecordRange[],
  branch: number,
  number: number,
): readonly EvictedRecordRange[] => {
  const last = ranges.at(-1);
  return last?.branch === branch && last.to === number - 1
    ? [...ranges.slice(0, -1), { ...last, to: number }]
    : [...ranges, { branch, from: number, to: number }];
};

/** Returns the ranges without the numbers up to `upTo`. */
export const dropEvictedRangesUpTo = (
  ranges: readonly EvictedRecordRange[],
  upTo: Offset,
): readonly EvictedRecordRange[] =>
  ranges.flatMap((range) =>
    range.to <= upTo ? [] : [{ ...range, from: Math.max(range.from, upTo + 1) }],
  );

/** A branch, and the last of its numbers that is valid. */
export interface JournalBranchEnd {
  readonly branch: number;
  readonly to: number;
}

/** Returns the branches of the ranges, newest first. */
export const getJournalBranchEnds = (
  ranges: readonly EvictedRecordRange[],
): readonly JournalBranchEnd[] => {
  const lastByBranch = new Map<number, number>();
  for (const { branch, to } of ranges) lastByBranch.set(branch, to);
  return Array.from(lastByBranch, ([branch, to]) => ({ branch, to })).reverse();
};

/** Returns the error for a record that is missing in the history archive. */
export const missingArchiveRecordError = (
  { reader }: Pick<EvictedHistory, "reader">,
  what: string,
): Error => reader.damaged(`${what} is missing`);

/** Returns the error for a damaged history archive. The archive can be rebuilt from the journal. */
export const damagedHistoryArchiveError = (what: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", {
    cause: `The history archive of the store is damaged: ${what}. Restart the ledger: it then rebuilds the archive from the journal, without loss of data.`,
    context: { service_name: "journal store" },
  });
