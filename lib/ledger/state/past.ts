import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { LogEntry } from "./log-entry.ts";

/**
 * What a record of the past tells: at which position an offset is, the offset of an update, how a contract lived, the offsets at which a
 * change was accepted, at which what was signed was executed or rejected, a record of coin history, the number of one.
 */
export type PastKind =
  "offset" | "update" | "contract" | "change" | "signed" | "rejected" | "record" | "event";

/**
 * Reads what has left the memory, of the journal as it was when this was made, whatever became of it since. At once:
 * a state is a value, and to look into it must not wait for anything. Raises SERVICE_NOT_RUNNING for what is not as it was written,
 * and once the store is closed.
 */
export interface PastReader {
  /** What happened in the journal entry at a position, as `logEntriesOf` has it. */
  entries(position: number): readonly LogEntry[];
  /** The text that was put there last; undefined when there is none. */
  find(branch: number, kind: PastKind, key: string): string | undefined;
  /** Has the archive rebuilt when the store is opened next, and returns the error to raise. */
  damaged(what: string): Error;
}

/** Numbers without gaps, both ends included, whose records are in a branch. */
export interface Stretch {
  readonly branch: number;
  readonly from: number;
  readonly to: number;
}

/** What of a ledger is not held in memory: everything up to a position but what decisions need. */
export interface Past {
  readonly reader: PastReader;
  readonly position: number;
  /** By offset, ascending. Where offsets were left out, the next stretch begins behind them. */
  readonly log: readonly Stretch[];
  /** Coin history, by number. */
  readonly history: readonly Stretch[];
}

/** The last number that is in the past; `before` when none is. */
export const endOf = (stretches: readonly Stretch[], before: number): number =>
  stretches.at(-1)?.to ?? before;

export const stretchOf = (stretches: readonly Stretch[], number: number): Stretch | undefined => {
  const stretch = stretches.findLast(({ from }) => from <= number);
  return stretch !== undefined && number <= stretch.to ? stretch : undefined;
};

/** With one more number at the end. */
export const stretched = (
  stretches: readonly Stretch[],
  branch: number,
  number: number,
): readonly Stretch[] => {
  const last = stretches.at(-1);
  return last?.branch === branch && last.to === number - 1
    ? [...stretches.slice(0, -1), { ...last, to: number }]
    : [...stretches, { branch, from: number, to: number }];
};

/** Without what lies at `floor` or before. */
export const stretchesAfter = (stretches: readonly Stretch[], floor: Offset): readonly Stretch[] =>
  stretches.flatMap((stretch) =>
    stretch.to <= floor ? [] : [{ ...stretch, from: Math.max(stretch.from, floor + 1) }],
  );

/** A branch, and the last number in it that counts. */
export interface Reach {
  readonly branch: number;
  readonly to: number;
}

/** The branches that hold a past, newest first. */
export const branchesOf = (stretches: readonly Stretch[]): readonly Reach[] => {
  const reaches = new Map<number, number>();
  for (const { branch, to } of stretches) reaches.set(branch, to);
  return Array.from(reaches, ([branch, to]) => ({ branch, to })).reverse();
};

/** The error for a record that the history archive must have and does not. */
export const lost = ({ reader }: Pick<Past, "reader">, what: string): Error =>
  reader.damaged(`${what} is gone`);

/** The error for a history archive that differs from what was written. The journal has all that it tells. */
export const damagedArchive = (what: string): Error =>
  ledgerError("SERVICE_NOT_RUNNING", {
    cause: `The history archive of the store is damaged: ${what}. Restart the ledger: it builds the archive again from the journal, and loses nothing.`,
    context: { service_name: "journal store" },
  });
