import type { PastRecord } from "../../ledger/state/leave-memory.ts";
import { damagedArchive, type PastReader } from "../../ledger/state/past.ts";
import type { ArchiveReach, HistoryArchive } from "../../ledger/stores/journal-store.ts";
import { firstOf, type JournalPath } from "../shared/journal-path.ts";
import { checkedText, readCheckedText } from "./checked-text.ts";
import type { Database, PastDatabase, Put, Write } from "./database.ts";
import { LevelReader, RecentEntries } from "./level-reader.ts";
import { damageKey, pastHeadKey, pastKey } from "./records.ts";

/** So many records are written at a time: each time is one flush, which a start waits for, and all of them take some ten milliseconds. */
const maxWritten = 2_048;

interface LevelPastParts {
  readonly database: PastDatabase;
  readonly write: Write;
  /** The one that the journal is in. */
  readonly journal: Pick<Database, "getSync">;
  /** Of the journal as it is now, with what was compacted since it was opened. */
  readonly path: () => JournalPath;
  /** Where else an entry may be. */
  readonly aside?: () => JournalPath;
  readonly written: KeptReach;
}

/** Where the journal began that it was written along, too: where another begins, it tells of what is gone. */
export interface KeptReach extends ArchiveReach {
  /** Undefined where nothing was written. */
  readonly first?: number;
}

/** The past, in a database of its own beside that of the journal. */
export class LevelPast implements HistoryArchive {
  readonly #parts: LevelPastParts;
  readonly #recent = new RecentEntries();
  #written: KeptReach;
  #marking: Promise<void> | undefined;
  #reader: { readonly path: JournalPath; readonly reader: PastReader } | undefined;

  constructor(parts: LevelPastParts) {
    this.#parts = parts;
    this.#written = parts.written;
  }

  get written(): ArchiveReach {
    return this.#written;
  }

  reader(): PastReader {
    const path = this.#parts.path();
    if (this.#reader?.path !== path) {
      const { database, journal, aside } = this.#parts;
      const damaged = (what: string): Error => this.damaged(what);
      const parts = { database, journal, path, recent: this.#recent, damaged };
      const reader = new LevelReader(aside === undefined ? parts : { ...parts, aside: aside() });
      this.#reader = { path, reader };
    }
    return this.#reader.reader;
  }

  /** Has the archive rebuilt when the store is opened next, and returns the error to raise. */
  damaged(what: string): Error {
    const put: Put = { type: "put", key: damageKey, value: what };
    this.#marking ??= this.#parts.database.batch([put], { sync: true }).catch(() => undefined);
    return damagedArchive(what);
  }

  /** Ends when damage that was found is recorded. Never rejects. */
  async settled(): Promise<void> {
    await this.#marking;
  }

  /** Where the journal began that it was written along; undefined where nothing was written. */
  get first(): number | undefined {
    return this.#written.first;
  }

  async write(reach: ArchiveReach, records: readonly PastRecord[]): Promise<void> {
    const isContinued = reach.branch === this.#written.branch;
    const { first = firstOf(this.#parts.path()) } = isContinued ? this.#written : {};
    this.#written = { ...reach, first };
    const head: Put = { type: "put", key: pastHeadKey, value: pastHeadText(this.#written) };
    for (let from = 0; from === 0 || from < records.length; from += maxWritten) {
      const puts = await this.#putsOf(reach.branch, records.slice(from, from + maxWritten));
      await this.#parts.write(from === 0 ? [head, ...puts] : puts);
    }
  }

  async #putsOf(branch: number, records: readonly PastRecord[]): Promise<readonly Put[]> {
    const lists = await this.#listsOf(branch, records);
    const texts = new Map<string, string>();
    for (const { kind, key, value, isOneMore = false } of records) {
      const place = pastKey(branch, kind, key);
      const list = isOneMore ? (texts.get(place) ?? lists.get(place)) : undefined;
      texts.set(place, list === undefined ? value : `${list},${value}`);
    }
    return Array.from(texts, ([key, text]) => ({
      type: "put",
      key,
      value: checkedText(key, text),
    }));
  }

  /** What there is already of lists. */
  async #listsOf(
    branch: number,
    records: readonly PastRecord[],
  ): Promise<ReadonlyMap<string, string>> {
    const keys = records.flatMap(({ kind, key, isOneMore = false }) =>
      isOneMore ? [pastKey(branch, kind, key)] : [],
    );
    const found = await this.#parts.database.getMany(keys);
    return new Map(
      found.flatMap((kept, index): readonly (readonly [string, string])[] => {
        const key = keys[index] ?? "";
        if (kept === undefined) return [];
        const text = readCheckedText(key, kept);
        if (text === undefined) {
          throw this.damaged(`what it tells of ${key} is not what was written`);
        }
        return [[key, text]];
      }),
    );
  }
}

const pastHeadText = ({ branch, offset, history, first }: KeptReach): string =>
  checkedText(pastHeadKey, JSON.stringify({ branch, offset, history, first }));

/** Of a past that there is nothing in. */
export const unwritten: KeptReach = { branch: 0, offset: 0, history: -1 };

/** Undefined where it is not as it was written. */
export const readPastHead = (kept: string | undefined): KeptReach | undefined => {
  if (kept === undefined) return unwritten;
  const text = readCheckedText(pastHeadKey, kept);
  return text === undefined ? undefined : (JSON.parse(text) as KeptReach);
};
