import { logEntriesOf } from "../../ledger/state/log-entries-of.ts";
import type { LogEntry } from "../../ledger/state/log-entry.ts";
import type { PastKind, PastReader } from "../../ledger/state/past.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { readEvents } from "../shared/entry-text.ts";
import { closed, isDamage, missing } from "../shared/errors.ts";
import { branchAt, firstOf, type JournalPath } from "../shared/journal-path.ts";
import { readCheckedText } from "./checked-text.ts";
import type { Database, PastDatabase } from "./database.ts";
import { damageOf, levelCodeOf } from "./errors.ts";
import { partKeys, type Parts, PartsCount } from "./parts.ts";
import { entryKey, hashIn, isWhole, pastKey, readEntryValue } from "./records.ts";

/** Entries that were read last, by their keys: what is asked of an update is asked of its neighbours soon. */
export class RecentEntries {
  readonly #entries = new Map<string, readonly LogEntry[]>();
  readonly #sizes = new Map<string, number>();
  #size = 0;

  get(key: string): readonly LogEntry[] | undefined {
    return this.#entries.get(key);
  }

  /** `size`: characters of its text. */
  add(key: string, entries: readonly LogEntry[], size: number): void {
    this.#entries.set(key, entries);
    this.#sizes.set(key, size);
    this.#size += size;
    for (const [oldest, taken] of this.#sizes) {
      if (this.#size <= maxRecent) return;
      this.#entries.delete(oldest);
      this.#sizes.delete(oldest);
      this.#size -= taken;
    }
  }
}

/** Characters. */
const maxRecent = 2_000_000;

interface LevelReaderParts {
  readonly database: Pick<PastDatabase, "getSync">;
  readonly journal: Pick<Database, "getSync">;
  readonly path: JournalPath;
  /** Where an entry is that does not lie along the path. */
  readonly aside?: JournalPath;
  readonly recent: RecentEntries;
  readonly damaged: (what: string) => Error;
}

/** Reads the past along a path. */
export class LevelReader implements PastReader {
  readonly #parts: LevelReaderParts;

  constructor(parts: LevelReaderParts) {
    this.#parts = parts;
  }

  entries(position: number): readonly LogEntry[] {
    const key = this.#keyOf(position);
    const known = this.#parts.recent.get(key);
    if (known !== undefined) return known;
    const value = this.#valueAt(position);
    const before = isWhole(value) ? this.#hashBefore(position) : undefined;
    const { told } = readEntryValue(value, position, before);
    const texts = typeof told === "string" ? [told] : this.#textsOf(told, position);
    const entries = logEntriesOf(texts.flatMap((text) => readEvents(position, text)));
    const size = texts.reduce((sum, text) => sum + text.length, 0);
    this.#parts.recent.add(key, entries, size);
    return entries;
  }

  find(branch: number, kind: PastKind, key: string): string | undefined {
    const place = pastKey(branch, kind, key);
    const kept = this.#archived(place);
    if (kept === undefined) return undefined;
    const text = readCheckedText(place, kept);
    if (text === undefined) {
      throw this.damaged(`what it tells of ${kind} ${key} is not what was written`);
    }
    return text;
  }

  /** A file of the archive may be damaged or gone. */
  #archived(key: string): string | undefined {
    try {
      return valueAt(this.#parts.database, key);
    } catch (error) {
      throw isDamage(error) ? this.damaged(error.details.cause) : error;
    }
  }

  damaged(what: string): Error {
    return this.#parts.damaged(what);
  }

  #textsOf(parts: Parts, position: number): readonly string[] {
    const found = new PartsCount(position, parts.stamp);
    const texts = partKeys(parts).map((key) => valueAt(this.#parts.journal, key) ?? "");
    for (const text of texts) found.add(text);
    found.require(parts);
    return texts;
  }

  #keyOf(position: number, path = this.#parts.path): string {
    const branch = branchAt(path, position);
    if (branch === undefined) throw missing(position);
    return entryKey(branch, position);
  }

  #valueAt(position: number): string {
    const { journal, aside } = this.#parts;
    const value = valueAt(journal, this.#keyOf(position));
    if (value !== undefined) return value;
    const other = aside && valueAt(journal, this.#keyOf(position, aside));
    if (other === undefined) throw missing(position);
    return other;
  }

  /** Undefined where the journal begins with what was compacted. */
  #hashBefore(position: number): string | undefined {
    if (position === 1) return emptyHash;
    if (position === firstOf(this.#parts.path)) return undefined;
    return hashIn(this.#valueAt(position - 1));
  }
}

const valueAt = (database: Pick<Database, "getSync">, key: string): string | undefined => {
  try {
    return database.getSync(key);
  } catch (error) {
    const code = levelCodeOf(error);
    if (code === "LEVEL_DATABASE_NOT_OPEN") throw closed();
    throw damageOf(error);
  }
};
