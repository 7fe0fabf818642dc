import type { ClassicLevel } from "classic-level";

import type { LedgerError } from "../../base/errors/ledger-error.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { findBranch, type JournalPath, type PositionRange } from "../shared/branch-history.ts";
import type { JournalEnd } from "../shared/branched-store.ts";
import type { StoredEntry } from "../shared/stored-entry.ts";
import { failedWriteError, toDamageError } from "./errors.ts";
import {
  addTextChecksum,
  endKey,
  entryKey,
  headKey,
  headText,
  type LevelHead,
  parseKeyPosition,
  readEntryHash,
  readEntryValue,
} from "./records.ts";

/** A change in a database. */
export type DatabaseChange =
  | { readonly type: "put"; readonly key: string; readonly value: string }
  | { readonly type: "del"; readonly key: string };

/** The methods of LevelDB that the store uses. */
export interface LevelDatabase extends Pick<
  ClassicLevel,
  "get" | "getSync" | "getMany" | "iterator" | "keys" | "close"
> {
  batch(changes: DatabaseChange[], options: { readonly sync: boolean }): Promise<void>;
}

/**
 * Records the end of the journal in the archive's database, because LevelDB silently drops the end
 * of a log that it cannot read. The record is only written for durable entries and may be older
 * than the journal, so no write waits for it.
 */
export const recordEnd = async (
  archive: Pick<LevelDatabase, "batch">,
  { generation, position, hash }: JournalEnd,
): Promise<void> => {
  const value = addTextChecksum(endKey, JSON.stringify({ generation, position, hash }));
  // After a failed write, the record is older than the journal, as after a crash.
  await archive
    .batch([{ type: "put", key: endKey, value }], { sync: false })
    .catch(() => undefined);
};

/** Bytes per read. Each read takes a round trip to the thread pool. */
const bytesPerRead = 512 * 1024;

/** The entries in a database, and the head that says which of them form the journal. */
export class LevelJournal {
  readonly #database: LevelDatabase;
  readonly #archive: LevelDatabase;
  #head: LevelHead;
  #failure: LedgerError | undefined;
  /** The end that is recorded next. */
  #unrecorded: JournalEnd | undefined;
  #recording: Promise<void> | undefined;

  constructor(database: LevelDatabase, archive: LevelDatabase, head: LevelHead) {
    this.#database = database;
    this.#archive = archive;
    this.#head = head;
  }

  /** The head on disk. */
  get head(): LevelHead {
    return this.#head;
  }

  /** The reason why the journal is no longer written; undefined while every write has succeeded. */
  get failure(): LedgerError | undefined {
    return this.#failure;
  }

  /**
   * Writes changes of the journal together with its new head, atomically. Rejects with
   * SERVICE_NOT_RUNNING.
   */
  async write(head: LevelHead, changes: readonly DatabaseChange[]): Promise<void> {
    const put: DatabaseChange = { type: "put", key: headKey, value: headText(head) };
    await this.writeTo(this.#database, [...changes, put]);
    this.#head = head;
    this.#unrecorded = head;
    this.#recording ??= this.#recordEnds().finally(() => (this.#recording = undefined));
  }

  /** Resolves when the end of the journal is recorded. */
  async waitForRecording(): Promise<void> {
    await this.#recording;
  }

  async #recordEnds(): Promise<void> {
    while (this.#unrecorded !== undefined) {
      const end = this.#unrecorded;
      this.#unrecorded = undefined;
      await recordEnd(this.#archive, end);
    }
  }

  /** Writes to a database, durably. A failed write may have taken effect; no write follows it. */
  async writeTo(database: LevelDatabase, changes: readonly DatabaseChange[]): Promise<void> {
    this.assertWorks();
    try {
      await database.batch([...changes], { sync: true });
    } catch (error) {
      this.#failure ??= failedWriteError(error);
      throw this.#failure;
    }
  }

  /** Raises SERVICE_NOT_RUNNING if a write has failed. */
  assertWorks(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Yields the entries in ranges of positions, in order. They must be on disk. */
  async *entriesIn(ranges: readonly PositionRange[]): AsyncGenerator<StoredEntry, void, undefined> {
    try {
      for (const { branch, from, to } of ranges) {
        const range = { gte: entryKey(branch, from), lte: entryKey(branch, to) };
        const options = { ...range, highWaterMarkBytes: bytesPerRead };
        for await (const [key, value] of this.#database.iterator(options)) {
          yield readEntryValue(value, parseKeyPosition(key));
        }
      }
    } catch (error) {
      throw toDamageError(error);
    }
  }
}

/** Returns the hash of a journal up to a position; undefined if the entry is missing. */
export const readJournalHash = async (
  database: Pick<LevelDatabase, "get">,
  { path }: JournalPath,
  position: number,
): Promise<string | undefined> => {
  if (position === 0) return emptyHash;
  const branch = findBranch(path, position);
  const value = branch === undefined ? undefined : await database.get(entryKey(branch, position));
  return value === undefined ? undefined : readEntryHash(value);
};
