import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { LedgerError } from "../../base/errors/ledger-error.ts";
import {
  damagedHistoryArchiveError,
  type HistoryArchiveReader,
} from "../../ledger/state/evicted-history.ts";
import type { ArchivedHistoryRecord } from "../../ledger/state/eviction.ts";
import { deriveLogEntriesFromEvents } from "../../ledger/state/log-entries-of.ts";
import type { LogEntry } from "../../ledger/state/log-entry.ts";
import type { ArchiveExtent, HistoryArchive } from "../../ledger/stores/journal-store.ts";
import { missingJournalEntryError, storeClosedError } from "../../ledger/stores/store-errors.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { type BranchHistory, findBranch, getFirstPosition } from "../shared/branch-history.ts";
import { parseEntryEvents } from "../shared/entry-text.ts";
import { assertIntact, type StoredEntry } from "../shared/stored-entry.ts";
import { getLevelCode, getLevelMessage, isDamage, toDamageError } from "./errors.ts";
import type { DatabaseChange, LevelDatabase } from "./level-database.ts";
import {
  addTextChecksum,
  archiveHeadKey,
  entryKey,
  readCheckedText,
  readEntryValue,
  recordKey,
} from "./records.ts";

/** Maximum number of records in one write; a write takes about ten milliseconds. */
const maxWritten = 2_048;
/**
 * Maximum number of characters of cached entries. Consecutive updates are often read one after
 * another.
 */
const maxCached = 2_000_000;

/**
 * The extent, with the position of the journal's first entry when it was written. A journal with
 * another first entry needs other records.
 */
export interface StoredArchiveExtent extends ArchiveExtent {
  /** Absent if nothing was written. */
  readonly first?: number;
}

/** The extent of an empty archive. */
export const emptyExtent: StoredArchiveExtent = { branch: 0, offset: 0, history: -1 };

/** Name of the file that marks an archive for a rebuild. */
export const damageMark = "DAMAGED";

interface LevelArchiveOptions {
  readonly database: LevelDatabase;
  readonly journal: Pick<LevelDatabase, "getSync">;
  readonly write: (changes: readonly DatabaseChange[]) => Promise<void>;
  /** Returns the branches of the current journal. */
  readonly path: () => BranchHistory;
  readonly written: StoredArchiveExtent;
}

/** The history archive, in a database next to the journal's. */
export class LevelArchive implements HistoryArchive {
  readonly #options: LevelArchiveOptions;
  /** Recently read entries, by key, and the number of their characters. */
  readonly #cache = new Map<string, readonly LogEntry[]>();
  #cachedLength = 0;
  #written: StoredArchiveExtent;
  #reader: (HistoryArchiveReader & { readonly path: BranchHistory }) | undefined;

  constructor(options: LevelArchiveOptions) {
    this.#options = options;
    this.#written = options.written;
  }

  get written(): ArchiveExtent {
    return this.#written;
  }

  /** Returns the reader of history along the branches of the current journal. */
  reader(): HistoryArchiveReader {
    const path = this.#options.path();
    if (this.#reader?.path !== path) {
      this.#reader = {
        path,
        entries: (position) => this.#readLogEntries(path, position),
        find: (branch, kind, key) =>
          this.#readRecord(recordKey(branch, kind, key), `of ${kind} ${key}`),
        damaged: (what) => this.recordDamage(what),
      };
    }
    return this.#reader;
  }

  /** Marks the archive for a rebuild at the next opening, and returns the error to raise. */
  recordDamage(what: string): LedgerError {
    try {
      writeFileSync(join(this.#options.database.location, damageMark), "");
    } catch {
      // Damage that cannot be marked is found again.
    }
    return damagedHistoryArchiveError(what);
  }

  readonly #toDamageError = (error: unknown): unknown =>
    isDamage(error) ? this.recordDamage(getLevelMessage(error)) : error;

  /** Returns the text of a record; undefined if there is none. */
  #readRecord(key: string, name: string): string | undefined {
    const stored = readValue(this.#options.database, key, this.#toDamageError);
    return this.#checkRecord(key, stored, name);
  }

  /** Returns the updates and completions of the entry at a position of a journal. */
  #readLogEntries(path: BranchHistory, position: number): readonly LogEntry[] {
    const key = findEntryKey(path, position);
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const entry = this.#readEntry(key, position);
    const isCompacted = entry.compacted !== undefined;
    assertIntact(entry, isCompacted ? undefined : this.#readHashBefore(path, position));
    const entries = deriveLogEntriesFromEvents(parseEntryEvents(position, entry.text));
    if (this.#cachedLength > maxCached) {
      this.#cache.clear();
      this.#cachedLength = 0;
    }
    this.#cache.set(key, entries);
    this.#cachedLength += entry.text.length;
    return entries;
  }

  async write(extent: ArchiveExtent, records: readonly ArchivedHistoryRecord[]): Promise<void> {
    const isContinued = extent.branch === this.#written.branch;
    const own = getFirstPosition({ path: this.#options.path() });
    this.#written = { ...extent, first: (isContinued ? this.#written.first : undefined) ?? own };
    const value = addTextChecksum(archiveHeadKey, JSON.stringify(this.#written));
    const head: DatabaseChange = { type: "put", key: archiveHeadKey, value };
    for (let from = 0; from === 0 || from < records.length; from += maxWritten) {
      const puts = await this.#createPutChanges(
        extent.branch,
        records.slice(from, from + maxWritten),
      );
      await this.#options.write(from === 0 ? [head, ...puts] : puts);
    }
  }

  async #createPutChanges(
    branch: number,
    records: readonly ArchivedHistoryRecord[],
  ): Promise<readonly DatabaseChange[]> {
    const keys = records.flatMap(({ kind, key, isListItem = false }) =>
      isListItem ? [recordKey(branch, kind, key)] : [],
    );
    const texts = new Map<string, string>();
    // The current values of the lists that records are appended to.
    const values = await this.#options.database.getMany(keys).catch((error: unknown) => {
      throw this.#toDamageError(error);
    });
    for (const [index, stored] of values.entries()) {
      const key = keys[index] ?? "";
      const text = this.#checkRecord(key, stored);
      if (text !== undefined) texts.set(key, text);
    }
    for (const { kind, key, value, isListItem = false } of records) {
      const place = recordKey(branch, kind, key);
      const list = isListItem ? texts.get(place) : undefined;
      texts.set(place, list === undefined ? value : `${list},${value}`);
    }
    return Array.from(texts, ([key, text]) => ({
      type: "put",
      key,
      value: addTextChecksum(key, text),
    }));
  }

  /** Returns the text of a stored record. */
  #checkRecord(key: string, stored: string | undefined, name = key): string | undefined {
    const text = stored === undefined ? undefined : readCheckedText(key, stored);
    if (stored !== undefined && text === undefined) {
      throw this.recordDamage(`the record ${name} was changed`);
    }
    return text;
  }

  #readEntry(key: string, position: number): StoredEntry {
    const value = readValue(this.#options.journal, key, toDamageError);
    if (value === undefined) throw missingJournalEntryError(position);
    return readEntryValue(value, position);
  }

  #readHashBefore(path: BranchHistory, position: number): string {
    if (position === 1) return emptyHash;
    return this.#readEntry(findEntryKey(path, position - 1), position - 1).hash;
  }
}

const findEntryKey = (path: BranchHistory, position: number): string => {
  const branch = findBranch(path, position);
  if (branch === undefined) throw missingJournalEntryError(position);
  return entryKey(branch, position);
};

const readValue = (
  database: Pick<LevelDatabase, "getSync">,
  key: string,
  toError: (error: unknown) => unknown,
): string | undefined => {
  try {
    return database.getSync(key);
  } catch (error) {
    if (getLevelCode(error) === "LEVEL_DATABASE_NOT_OPEN") throw storeClosedError();
    throw toError(error);
  }
};
