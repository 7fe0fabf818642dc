import type { ClassicLevel } from "classic-level";

import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { JournalEntry } from "../../ledger/state/ledger-event.ts";
import { damaged, missing } from "../../ledger/stores/store-errors.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { readEventsAsync } from "../shared/entry-text.ts";
import { branchAt, firstPositionOf, type JournalPath, rangesBetween } from "./branch-history.ts";
import { damageOf, failed } from "./errors.ts";
import {
  checkedText,
  endKey,
  entryKey,
  hashIn,
  type Head,
  headKey,
  headText,
  type JournalEnd,
  positionIn,
  readEntry,
} from "./records.ts";

/** A change in a database. */
export type Change =
  | { readonly type: "put"; readonly key: string; readonly value: string }
  | { readonly type: "del"; readonly key: string };

/** The methods of LevelDB that the store uses. */
export interface Database extends Pick<
  ClassicLevel,
  "get" | "getSync" | "getMany" | "iterator" | "keys" | "snapshot" | "close"
> {
  batch(changes: Change[], options: { readonly sync: boolean }): Promise<void>;
}

/**
 * Records the end of the journal in the archive's database, because LevelDB silently drops the end
 * of a log that it cannot read. The record is only written for durable entries and may be older
 * than the journal, so no write waits for it.
 */
export const recordEnd = async (
  archive: Pick<Database, "batch">,
  { generation, position, hash }: JournalEnd,
): Promise<void> => {
  const value = checkedText(endKey, JSON.stringify({ generation, position, hash }));
  // After a failed write, the record is older than the journal, as after a crash.
  await archive
    .batch([{ type: "put", key: endKey, value }], { sync: false })
    .catch(() => undefined);
};

/** Bytes per read. Each read takes a round trip to the thread pool. */
const readSize = 512 * 1024;

/** The entries in a database, and the head that says which of them form the journal. */
export class LevelJournal {
  readonly #database: Database;
  readonly #archive: Database;
  #head: Head;
  #failure: LedgerError | undefined;
  /** The end that is recorded next. */
  #unrecorded: JournalEnd | undefined;
  #recording: Promise<void> | undefined;

  constructor(database: Database, archive: Database, head: Head) {
    this.#database = database;
    this.#archive = archive;
    this.#head = head;
  }

  /** The head on disk. */
  get head(): Head {
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
  async write(head: Head, changes: readonly Change[]): Promise<void> {
    const put: Change = { type: "put", key: headKey, value: headText(head) };
    await this.writeTo(this.#database, [...changes, put]);
    this.#head = head;
    this.#unrecorded = head;
    this.#recording ??= this.#recordEnds().finally(() => (this.#recording = undefined));
  }

  /** Resolves when the end of the journal is recorded. */
  async settled(): Promise<void> {
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
  async writeTo(database: Database, changes: readonly Change[]): Promise<void> {
    this.assertWorks();
    try {
      await database.batch([...changes], { sync: true });
    } catch (error) {
      this.#failure ??= failed(error);
      throw this.#failure;
    }
  }

  /** Raises SERVICE_NOT_RUNNING if a write has failed. */
  assertWorks(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Returns the hash of the journal up to a position. Rejects with SERVICE_NOT_RUNNING if the entry
   * is missing.
   */
  async hashAt({ path }: JournalPath, position: number): Promise<string> {
    if (position === 0) return emptyHash;
    const branch = branchAt(path, position);
    const key = branch === undefined ? undefined : entryKey(branch, position);
    const value = key === undefined ? undefined : await this.#database.get(key);
    if (value === undefined) throw missing(position);
    return hashIn(value);
  }

  /** Reads the entries after a position and checks each. They must be on disk. */
  async *entriesAfter(
    after: number,
    journal: JournalPath & Pick<Head, "position" | "hash">,
  ): AsyncGenerator<JournalEntry, void, undefined> {
    const { path, start, position: end, hash } = journal;
    const first = firstPositionOf(journal);
    const from = Math.max(after + 1, first);
    if (from > end) return;
    const snapshot = this.#database.snapshot();
    try {
      let previous = from === 1 ? emptyHash : undefined;
      if (from > first) previous = await this.hashAt(journal, from - 1);
      let expected = from;
      const compacted = from === start?.from ? [{ ...start, to: from }] : [];
      const rest = rangesBetween(path, from + compacted.length, end);
      for (const { branch, ...extent } of [...compacted, ...rest]) {
        const range = { gte: entryKey(branch, extent.from), lte: entryKey(branch, extent.to) };
        const options = { ...range, snapshot, highWaterMarkBytes: readSize };
        for await (const [key, value] of this.#database.iterator(options)) {
          const position = positionIn(key);
          if (position !== expected) throw missing(expected);
          const { hash: own, text } = readEntry(value, position, previous);
          const events = await readEventsAsync(position, text);
          yield { position, events };
          previous = own;
          expected++;
        }
      }
      if (expected <= end) throw missing(expected);
      if (previous !== hash) throw damaged(`it does not end with entry ${end} as it did`);
    } catch (error) {
      throw damageOf(error);
    } finally {
      await snapshot.close();
    }
  }
}
