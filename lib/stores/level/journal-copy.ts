import type { ClassicLevel } from "classic-level";

import { isLedgerError, type LedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";
import type { PastReader } from "../../ledger/state/past.ts";
import type { CheckpointStore, JournalMark, PastStore } from "../../ledger/stores/journal-store.ts";
import { branchAt, type Extent, firstOf } from "../kept/journal-path.ts";
import type { Put } from "./database.ts";
import { copyFailed, levelCodeOf } from "./errors.ts";
import { LevelCheckpoints } from "./level-checkpoints.ts";
import { readAtOnce } from "./level-entries.ts";
import { type KeptReach, LevelPast } from "./level-past.ts";
import {
  compactedWhole,
  copyHeadKey,
  damageKey,
  entryKey,
  entryValue,
  hashIn,
  positionIn,
  textIn,
} from "./records.ts";
import { type KnownJournal, WholePath } from "./whole-path.ts";

/** An entry as a database keeps it, with the hash of the journal up to there. */
export interface CopiedEntry {
  readonly position: number;
  readonly hash: string;
  readonly text: string;
  /** The hash of the entry itself, where it stands for all that came before. */
  readonly compacted?: string | undefined;
}

interface JournalCopyParts {
  readonly folder: string;
  readonly database: ClassicLevel;
  readonly past: ClassicLevel;
  /** How far the past that is kept was written. */
  readonly written: KeptReach;
  readonly journal: KnownJournal;
}

/** See `LevelEntries`. */
const many = { highWaterMarkBytes: readAtOnce };

/** So many entries are written in one go at most. */
const maxWritten = 1_000;
/** Characters that wait to be written, of who reads faster than that. */
const manyWaiting = 8 << 20;

/**
 * Entries of a journal that is kept in a database, by branch and position as they are there, which never change; and what follows from
 * them, which a database cannot be asked for at once. They are there after they are durable, so that nothing waits for the disk, and one that cannot be
 * written is no loss: it is asked of the database.
 */
export class JournalCopy {
  readonly past: PastStore;
  readonly checkpoints: CheckpointStore;
  readonly #folder: string;
  readonly #database: ClassicLevel;
  readonly #pastDatabase: ClassicLevel;
  readonly #whole: WholePath;
  #waiting: Put[] = [];
  /** Characters of what waits. */
  #size = 0;
  /** Ends when all is written that was put by now. Never rejects. */
  #writing: Promise<void> = Promise.resolve();
  /** Never rejects. */
  #telling: Promise<void> | undefined;
  #failure: unknown;

  constructor({ folder, database, past, written, journal }: JournalCopyParts) {
    this.#folder = folder;
    this.#database = database;
    this.#pastDatabase = past;
    this.#whole = new WholePath(journal);
    const write = (puts: readonly Put[]): Promise<void> => this.#writePast(puts);
    const kept = new LevelPast({
      database: past,
      journal: database,
      write,
      path: () => this.#whole.path,
      aside: () => this.#whole.known.path,
      written,
    });
    this.past = this.#pastOf(kept);
    const hashAt = async (position: number): Promise<string | undefined> => {
      const { path } = this.#whole.known;
      // What it begins with would tell of entries that are not read any more.
      const isTold = kept.first === undefined || kept.first === firstOf(this.#whole.path);
      const branch = isTold ? branchAt(path, position) : undefined;
      return branch === undefined ? undefined : this.hashAt(branch, position);
    };
    const ready = (): Promise<void> => this.#sync();
    this.checkpoints = this.#checkpointsOf(
      new LevelCheckpoints({ database: past, write, hashAt, ready }),
    );
  }

  /** Whether it could not be written, and has none of what came since. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** What is known of the journal by now. */
  follow(journal: KnownJournal): void {
    this.#whole.follow(journal);
  }

  mark(mark: JournalMark): void {
    this.#whole.mark(mark);
  }

  /** This process took the journal back to the mark. */
  wentBack(mark: JournalMark, journal: KnownJournal): void {
    this.#whole.wentBack(mark, mark.position, journal);
  }

  /** Entries that are durable, and are the next ones in their branch. */
  put(branch: number, entries: readonly CopiedEntry[]): void {
    if (this.#failure !== undefined || entries.length === 0) return;
    // With all that comes at once.
    if (this.#waiting.length === 0) this.#writing = this.#writing.then(() => this.#write());
    for (const { position, hash, text, compacted } of entries) {
      const value =
        compacted === undefined ? entryValue(hash, text) : compactedWhole(hash, compacted, text);
      this.#waiting.push({ type: "put", key: entryKey(branch, position), value });
      this.#size += value.length;
    }
  }

  /** Ends when no more waits to be written than need be. */
  async goesOn(): Promise<void> {
    if (this.#size > manyWaiting) await this.#writing;
  }

  /** Those of the extent up to the first that it does not have; they are yet to be checked. */
  async *entriesIn({ branch, from, to }: Extent): AsyncGenerator<CopiedEntry, void, undefined> {
    await this.#writing;
    let expected = from;
    const range = { gte: entryKey(branch, from), lte: entryKey(branch, to) };
    try {
      for await (const [key, value] of this.#database.iterator({ ...range, ...many })) {
        const told = positionIn(key) === expected ? textIn(value) : undefined;
        if (told === undefined) return;
        yield { position: expected, hash: hashIn(value), ...told };
        expected++;
      }
    } catch {
      // What cannot be read is asked of the database.
    }
  }

  /** Of the journal up to an entry that it has. */
  async hashAt(branch: number, position: number): Promise<string | undefined> {
    await this.#writing;
    const value = await this.#database.get(entryKey(branch, position)).catch(() => undefined);
    return value === undefined ? undefined : hashIn(value);
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#telling;
    await this.#pastDatabase.close();
    await this.#database.close();
  }

  async #write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      while (waiting.length > 0) {
        const puts = waiting.splice(0, maxWritten);
        await this.#database.batch(puts);
        for (const { value } of puts) this.#size -= value.length;
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  async #writePast(puts: readonly Put[]): Promise<void> {
    await this.#requireWritten();
    try {
      await this.#pastDatabase.batch([...puts], { sync: true });
    } catch (error) {
      this.#fail(error);
      throw isDamage(error) ? error : copyFailed(this.#folder, error);
    }
  }

  /** Nothing is written any more, lest there be gaps. */
  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#waiting = [];
    this.#size = 0;
  }

  /** What is looked up must be there. */
  async #requireWritten(): Promise<void> {
    await this.#writing;
    if (this.#failure !== undefined) throw copyFailed(this.#folder, this.#failure);
  }

  #pastOf(kept: LevelPast): PastStore {
    let known: PastReader | undefined;
    let checked: PastReader | undefined;
    return {
      get written() {
        return kept.written;
      },
      reader: () => {
        const reader = kept.reader();
        if (reader !== known || checked === undefined) {
          known = reader;
          checked = {
            entries: (position) => this.#looked(() => reader.entries(position)),
            damaged: (what) => reader.damaged(what),
            find: (branch, kind, key) => this.#looked(() => reader.find(branch, kind, key)),
          };
        }
        return checked;
      },
      write: (reach, records) => this.#tended(() => kept.write(reach, records)),
    };
  }

  #checkpointsOf(kept: CheckpointStore): CheckpointStore {
    return {
      get position() {
        return kept.position;
      },
      // All is read where there is none.
      newest: (decode) =>
        this.#tended(() => kept.newest(decode)).catch((error: unknown) => {
          if (!this.hasFailed) throw error;
          return undefined;
        }),
      write: (position, lines) => this.#tended(() => kept.write(position, lines)),
    };
  }

  /** Nothing is lost with what was changed, but it cannot be asked of the database at once. */
  #looked<Found>(look: () => Found): Found {
    try {
      return look();
    } catch (error) {
      throw isDamage(error) ? this.#damaged() : error;
    }
  }

  /** What is written follows from what is there: where that was changed, nothing is written any more. */
  async #tended<Done>(work: () => Promise<Done>): Promise<Done> {
    try {
      return await work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#fail(error);
      throw this.#damaged();
    }
  }

  /** Whoever opens it next is told so. */
  #damaged(): LedgerError {
    this.#telling ??= this.#database.put(damageKey, "").catch(() => undefined);
    return ledgerError("LEDGER_API_INTERNAL_ERROR", {
      cause: `The copy of the ledger in ${this.#folder} is damaged. It is made anew when the ledger is opened again; nothing is lost.`,
    });
  }

  /** On disk, too: LevelDB writes what comes before along with it. */
  async #sync(): Promise<void> {
    await this.#requireWritten();
    const head = await this.#database.get(copyHeadKey);
    await this.#database.put(copyHeadKey, head ?? "", { sync: true });
  }
}

const isDamage = (error: unknown): boolean =>
  isLedgerError(error)
    ? error.details.cause.includes(" is damaged: ")
    : levelCodeOf(error) === "LEVEL_CORRUPTION";
