import {
  type ArchiveRecordKind,
  damagedHistoryArchiveError,
  type HistoryArchiveReader,
} from "../../ledger/state/evicted-history.ts";
import type { HistoryArchiveRecord } from "../../ledger/state/eviction.ts";
import { collectLedgerLogEntries } from "../../ledger/state/log-entries-of.ts";
import type { LogEntry } from "../../ledger/state/log-entry.ts";
import type { ArchiveExtent, HistoryArchive } from "../../ledger/stores/journal-store.ts";
import {
  isDamagedStoreError,
  missingEntryError,
  storeClosedError,
} from "../../ledger/stores/store-errors.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { type BranchHistory, findBranch, getFirstPosition } from "../shared/branch-history.ts";
import { parseEntryEvents } from "../shared/entry-text.ts";
import { assertIntact, type StoredEntry } from "../shared/stored-entry.ts";
import { getLevelCode, toDamageError } from "./errors.ts";
import type { DatabaseChange, LevelDatabase } from "./level-database.ts";
import {
  addTextChecksum,
  archiveHeadKey,
  damageKey,
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

interface LevelArchiveOptions {
  readonly database: LevelDatabase;
  readonly journal: Pick<LevelDatabase, "getSync">;
  readonly write: (changes: readonly DatabaseChange[]) => Promise<void>;
  /** Returns the branches of the current journal, including compactions since it was opened. */
  readonly path: () => BranchHistory;
  readonly written: StoredArchiveExtent;
}

/** The history archive, in a database next to the journal's. */
export class LevelArchive implements HistoryArchive {
  readonly #options: LevelArchiveOptions;
  readonly #cache = new EntryCache();
  #written: StoredArchiveExtent;
  #reader: LevelReader | undefined;
  #marking: Promise<void> | undefined;

  constructor(options: LevelArchiveOptions) {
    this.#options = options;
    this.#written = options.written;
  }

  get written(): ArchiveExtent {
    return this.#written;
  }

  reader(): HistoryArchiveReader {
    const path = this.#options.path();
    if (this.#reader?.path !== path) {
      const { database, journal } = this.#options;
      const damaged = (what: string): Error => this.recordDamage(what);
      this.#reader = new LevelReader({ database, journal, path, cache: this.#cache, damaged });
    }
    return this.#reader;
  }

  /** Marks the archive for a rebuild at the next opening, and returns the error to raise. */
  recordDamage(what: string): Error {
    const change: DatabaseChange = { type: "put", key: damageKey, value: what };
    this.#marking ??= this.#options.database.batch([change], { sync: true }).catch(() => undefined);
    return damagedHistoryArchiveError(what);
  }

  /** Resolves when all detected damage is recorded. */
  async waitForMarking(): Promise<void> {
    await this.#marking;
  }

  async write(extent: ArchiveExtent, records: readonly HistoryArchiveRecord[]): Promise<void> {
    const isContinued = extent.branch === this.#written.branch;
    const own = getFirstPosition({ path: this.#options.path() });
    this.#written = { ...extent, first: (isContinued ? this.#written.first : undefined) ?? own };
    const { branch, offset, history, first } = this.#written;
    const text = JSON.stringify({ branch, offset, history, first });
    const head: DatabaseChange = {
      type: "put",
      key: archiveHeadKey,
      value: addTextChecksum(archiveHeadKey, text),
    };
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
    records: readonly HistoryArchiveRecord[],
  ): Promise<readonly DatabaseChange[]> {
    const lists = await this.#readCurrentLists(branch, records);
    const texts = new Map<string, string>();
    for (const { kind, key, value, isListItem = false } of records) {
      const place = recordKey(branch, kind, key);
      const list = isListItem ? (texts.get(place) ?? lists.get(place)) : undefined;
      texts.set(place, list === undefined ? value : `${list},${value}`);
    }
    return Array.from(texts, ([key, text]) => ({
      type: "put",
      key,
      value: addTextChecksum(key, text),
    }));
  }

  /** Returns the current values of the lists that records are appended to. */
  async #readCurrentLists(
    branch: number,
    records: readonly HistoryArchiveRecord[],
  ): Promise<ReadonlyMap<string, string>> {
    const keys = records.flatMap(({ kind, key, isListItem = false }) =>
      isListItem ? [recordKey(branch, kind, key)] : [],
    );
    const lists = new Map<string, string>();
    const found = await this.#options.database.getMany(keys);
    for (const [index, stored] of found.entries()) {
      const key = keys[index] ?? "";
      if (stored === undefined) continue;
      const text = readCheckedText(key, stored);
      if (text === undefined) throw this.recordDamage(`the record ${key} was changed`);
      lists.set(key, text);
    }
    return lists;
  }
}

/** Cache of recently read entries. */
class EntryCache {
  readonly #entries = new Map<string, readonly LogEntry[]>();
  #size = 0;

  get(key: string): readonly LogEntry[] | undefined {
    return this.#entries.get(key);
  }

  add(key: string, entries: readonly LogEntry[], size: number): void {
    if (this.#size > maxCached) {
      this.#entries.clear();
      this.#size = 0;
    }
    this.#entries.set(key, entries);
    this.#size += size;
  }
}

interface LevelReaderOptions extends Pick<LevelArchiveOptions, "database" | "journal"> {
  readonly path: BranchHistory;
  readonly cache: EntryCache;
  readonly damaged: (what: string) => Error;
}

/** Reads history along the branches of one journal. */
class LevelReader implements HistoryArchiveReader {
  readonly #options: LevelReaderOptions;

  constructor(options: LevelReaderOptions) {
    this.#options = options;
  }

  get path(): BranchHistory {
    return this.#options.path;
  }

  entries(position: number): readonly LogEntry[] {
    const branch = findBranch(this.path, position);
    if (branch === undefined) throw missingEntryError(position);
    const key = entryKey(branch, position);
    const cached = this.#options.cache.get(key);
    if (cached !== undefined) return cached;
    const entry = this.#storedEntry(branch, position);
    const isChecked = entry.compacted !== undefined;
    assertIntact(entry, isChecked ? undefined : this.#hashBefore(position));
    const entries = collectLedgerLogEntries(parseEntryEvents(position, entry.text));
    this.#options.cache.add(key, entries, entry.text.length);
    return entries;
  }

  find(branch: number, kind: ArchiveRecordKind, key: string): string | undefined {
    const place = recordKey(branch, kind, key);
    let stored: string | undefined;
    try {
      stored = readArchiveValue(this.#options.database, place);
    } catch (error) {
      throw isDamagedStoreError(error) ? this.damaged(error.details.cause) : error;
    }
    if (stored === undefined) return undefined;
    const text = readCheckedText(place, stored);
    if (text === undefined) {
      throw this.damaged(`the record of ${kind} ${key} was changed`);
    }
    return text;
  }

  damaged(what: string): Error {
    return this.#options.damaged(what);
  }

  #storedEntry(branch: number, position: number): StoredEntry {
    const value = readArchiveValue(this.#options.journal, entryKey(branch, position));
    if (value === undefined) throw missingEntryError(position);
    return readEntryValue(value, position);
  }

  #hashBefore(position: number): string | undefined {
    if (position === 1) return emptyHash;
    const branch = findBranch(this.path, position - 1);
    return branch === undefined ? undefined : this.#storedEntry(branch, position - 1).hash;
  }
}

const readArchiveValue = (
  database: Pick<LevelDatabase, "getSync">,
  key: string,
): string | undefined => {
  try {
    return database.getSync(key);
  } catch (error) {
    if (getLevelCode(error) === "LEVEL_DATABASE_NOT_OPEN") throw storeClosedError();
    throw toDamageError(error);
  }
};
