import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

import { ledgerError } from "../../base/errors/ledger-error.ts";
import { tryParseJson } from "../../base/values/json-object.ts";
import type { HistoryArchiveRecordKind } from "../../ledger/state/evicted-history.ts";
import { damagedStoreError } from "../../ledger/stores/store-errors.ts";
import { startAtCompacted } from "../shared/branch-history.ts";
import type { JournalHead, NamedSnapshotRecords } from "../shared/branched-store.ts";
import type { StoredEntry } from "../shared/stored-entry.ts";

/*
 * The content of the databases. The journal database has the head, the named snapshots and the
 * entries. The archive database has its own head, the records and the checkpoints.
 */

/** The head on disk. */
export interface LevelHead extends JournalHead {
  /** Hash of the record of the named snapshots; absent if there never were any. */
  readonly snapshots?: string;
}

export const headKey = "head";
export const snapshotsKey = "snapshots";
const recordFormatVersion = 4;

export const headText = (head: LevelHead): string =>
  JSON.stringify({ format: recordFormatVersion, ...head });

/**
 * Reads the head. Raises SERVICE_NOT_RUNNING if it is damaged, and INVALID_ARGUMENT if it is of
 * another release.
 */
export const readHead = (text: string): LevelHead => {
  const head = (tryParseJson(text) ?? {}) as Partial<LevelHead> & { readonly format?: unknown };
  if (typeof head.format === "number" && head.format !== recordFormatVersion) {
    const writer =
      head.format > recordFormatVersion ? "a newer release" : "a build before the first release";
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `The ledger was written by ${writer}: its format is ${head.format}, and this release reads format ${recordFormatVersion}. Open it with that release. To move the ledger, write a dump with that release (store dump), and load it with this one (store load).`,
    });
  }
  if (!Array.isArray(head.path) || typeof head.position !== "number") {
    throw damagedStoreError("its head cannot be read");
  }
  return head as LevelHead;
};

/** Returns the text of the named snapshots, and its hash, which the head contains. */
export const snapshotsText = (
  records: NamedSnapshotRecords,
): { readonly text: string; readonly hash: string } => {
  const text = JSON.stringify(records);
  return { text, hash: computeTextHash(text) };
};

/**
 * Reads the named snapshots. Raises SERVICE_NOT_RUNNING if their hash differs from that in the
 * head.
 */
export const readSnapshots = (
  text: string | undefined,
  { snapshots }: LevelHead,
): NamedSnapshotRecords => {
  const hash = text === undefined ? undefined : computeTextHash(text);
  if (hash !== snapshots) throw damagedStoreError("its named snapshots were changed");
  const records = JSON.parse(text ?? "[]") as NamedSnapshotRecords;
  return records.map((record) => ({ ...record, path: startAtCompacted(record), start: undefined }));
};

const computeTextHash = (text: string): string => createHash("sha256").update(text).digest("hex");

const positionDigits = 16;
const padPosition = (number: number): string => String(number).padStart(positionDigits, "0");

/** Returns a key that sorts by branch, then by position. */
export const entryKey = (branch: number, position: number): string =>
  `entry ${padPosition(branch)} ${padPosition(position)}`;

export const parseKeyPosition = (key: string): number => Number(key.slice(-positionDigits));

const hashLength = 64;
const wholeEntryMarker = "e";
const compactedEntryMarker = "c";

/**
 * Returns the stored form of an entry: the hash of the journal up to it, a letter for the kind, the
 * own hash of a compacted entry, and the text.
 */
export const entryValue = ({ hash, text, compacted: own }: StoredEntry): string =>
  own === undefined
    ? `${hash}${wholeEntryMarker}${text}`
    : `${hash}${compactedEntryMarker}${own}${text}`;

export const readEntryHash = (value: string): string => value.slice(0, hashLength);

/** Reads the stored form of the entry at a position. */
export const readEntryValue = (value: string, position: number): StoredEntry => {
  const [hash, rest] = [readEntryHash(value), value.slice(hashLength + 1)];
  return value[hashLength] === compactedEntryMarker
    ? { position, hash, text: rest.slice(hashLength), compacted: rest.slice(0, hashLength) }
    : { position, hash, text: rest };
};

export const archiveHeadKey = "archive";
/** Key of the recorded end of the journal, in the archive's database. */
export const endKey = "end";

/**
 * Maximum length of a key in the archive, in characters. Longer keys, such as contract ids, are
 * replaced by a hash, which has about a fifth of their length.
 */
const maxKeyLength = 32;
const shortenLongKey = (key: string): string =>
  key.length <= maxKeyLength
    ? key
    : createHash("sha256").update(key).digest("base64url").slice(0, 27);

export const recordKey = (branch: number, kind: HistoryArchiveRecordKind, key: string): string =>
  `${branch} ${kind} ${shortenLongKey(key)}`;

export const checkpointKey = "checkpoint";

const checksumLength = 8;

/**
 * Returns the text with a checksum of the key and the text: LevelDB does not verify what it reads.
 */
export const addTextChecksum = (key: string, text: string): string =>
  `${computeChecksum(key, text)}${text}`;

/** Returns the text; undefined if it was changed or belongs to another key. */
export const readCheckedText = (key: string, stored: string): string | undefined => {
  const text = stored.slice(checksumLength);
  return stored.startsWith(computeChecksum(key, text)) ? text : undefined;
};

const computeChecksum = (key: string, text: string): string =>
  crc32(`${key} ${text}`).toString(16).padStart(checksumLength, "0");
