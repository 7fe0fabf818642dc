import type { PastKind } from "../../ledger/state/past.ts";
import { hashAfter } from "../../ledger/stores/text/journal-hash.ts";
import { changed, damaged } from "../shared/errors.ts";
import type { JournalPath } from "../shared/journal-path.ts";
import { type Parts, partsText, readPartsText } from "./parts.ts";

/** How far a journal has come. Who has gone back since is a generation further, and who has kept a mark or let go of one. */
export interface Reach {
  readonly generation: number;
  readonly position: number;
  /** Of the journal up to there. */
  readonly hash: string;
}

/** What a store is, besides its entries: written together with each of them. */
export interface Head extends Reach {
  readonly path: JournalPath;
  /** How many branches were begun. */
  readonly branches: number;
  /** Absent while none was ever kept. */
  readonly marks?: MarksInHead;
}

/** What is told of the marks that are kept. */
export interface MarksInHead {
  /** The number of the one that was kept last. */
  readonly last: number;
  /** Of all records. */
  readonly digest: string;
}

export const headKey = "head";
const format = 1;

export const headText = (head: Head): string => JSON.stringify({ format, ...head });

/** Raises LEDGER_API_INTERNAL_ERROR for what is no head, or one of a later release. */
export const readHead = (text: string): Head => {
  let head: Partial<Head> & { readonly format?: unknown };
  try {
    head = JSON.parse(text) as typeof head;
  } catch {
    throw damaged("its head cannot be read");
  }
  if (typeof head.format === "number" && head.format > format) {
    throw damaged(`its head is of form ${head.format}, and this release reads form ${format}`);
  }
  if (!Array.isArray(head.path) || typeof head.position !== "number") {
    throw damaged("its head makes no sense");
  }
  return head as Head;
};

/** Sorts by branch, then by position. */
export const entryKey = (branch: number, position: number): string =>
  `entry ${padded(branch)} ${padded(position)}`;

export const positionIn = (key: string): number => Number(key.slice(-positionDigits));

const positionDigits = 16;
const padded = (number: number): string => String(number).padStart(positionDigits, "0");

/** Tells that something of the archive was found not to be what was written. */
export const damageKey = "damaged";

export const snapshotsKey = "snapshots";

export const pastHeadKey = "past";

export const pastKey = (branch: number, kind: PastKind, key: string): string =>
  `past ${branch} ${kind} ${key}`;

export const checkpointHeadKey = "checkpoint";

/** Sorts by number, then by line. */
export const checkpointKey = (number: number, line: number): string =>
  `checkpoint ${padded(number)} ${padded(line)}`;

/** An entry as it is kept: the hash of the journal up to there, and what it tells, which may be in parts. */
export interface KeptEntry {
  readonly hash: string;
  readonly told: string | Parts;
}

/** 64 characters are the hash, the next one says what follows. */
const hashLength = 64;
const whole = "e";
const inParts = "p";

export const entryValue = (hash: string, text: string): string => `${hash}${whole}${text}`;

/** Of an entry that others were compacted into: the hash is of those, so what it says has one of its own. */
export const compactedValue = (position: number, hash: string, parts: Parts): string => {
  const told = partsText(parts);
  return `${hash}${inParts}${hashAfter(hash, position, told)}${told}`;
};

/** Whether it can be checked only by what came before it. */
export const isWhole = (value: string): boolean => value[hashLength] === whole;

export const hashIn = (value: string): string => value.slice(0, hashLength);

/**
 * What is kept at a position of a journal whose hash was `before` until then; undefined where that is not known, and
 * must not be for an entry that is whole. Raises LEDGER_API_INTERNAL_ERROR for what was changed.
 */
export const readEntryValue = (
  value: string,
  position: number,
  before: string | undefined,
): KeptEntry => {
  const hash = hashIn(value);
  const kind = value[hashLength];
  const rest = value.slice(hashLength + 1);
  if (kind === whole && before !== undefined && hashAfter(before, position, rest) === hash) {
    return { hash, told: rest };
  }
  const told = rest.slice(hashLength);
  if (kind === inParts && hashAfter(hash, position, told) === hashIn(rest)) {
    return { hash, told: readPartsText(told) };
  }
  throw changed(position);
};

/** The parts that an entry is in; undefined for one that is in none, or was changed. */
export const partsAt = (value: string | undefined): Parts | undefined =>
  value?.[hashLength] === inParts ? readPartsText(value.slice(2 * hashLength + 1)) : undefined;
