import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { CheckpointStore, HistoryArchive } from "../../ledger/stores/journal-store.ts";
import { missingJournalEntryError } from "../../ledger/stores/store-errors.ts";
import {
  findBranch,
  getFirstPosition,
  type JournalPath,
  type PositionRange,
} from "../shared/branch-history.ts";
import {
  BranchedStore,
  getStartedBranch,
  type NamedSnapshotRecords,
  type PrepareChange,
} from "../shared/branched-store.ts";
import type { JournalEnd } from "../shared/queued-journal.ts";
import type { StoredEntry } from "../shared/stored-entry.ts";
import { failedWriteError, getLevelMessage, isDamage, toDamageError } from "./errors.ts";
import { LevelArchive, type StoredArchiveExtent } from "./history-archive.ts";
import { LevelCheckpoints } from "./level-checkpoints.ts";
import {
  type DatabaseChange,
  type LevelDatabase,
  readJournalHash,
  recordEnd,
} from "./level-database.ts";
import {
  entryKey,
  entryValue,
  headKey,
  headText,
  type LevelHead,
  parseKeyPosition,
  readEntryValue,
  snapshotsKey,
  snapshotsText,
} from "./records.ts";

interface LevelStoreParts {
  readonly database: LevelDatabase;
  /** The database of the history archive and the checkpoints. */
  readonly archive: LevelDatabase;
  readonly head: LevelHead;
  /** The named snapshots. */
  readonly records: NamedSnapshotRecords;
  readonly written: StoredArchiveExtent;
  /** Returns the size of the folder in bytes. */
  readonly size: () => Promise<number>;
}

/** Bytes per read. Each read takes a round trip to the thread pool. */
const bytesPerRead = 512 * 1024;

/**
 * A journal in a LevelDB database, for one process. A batch of entries takes one disk flush. After
 * a failed write, the store refuses all calls until it is opened again.
 */
export class LevelStore extends BranchedStore<LevelHead> {
  readonly archive: HistoryArchive;
  readonly checkpoints: CheckpointStore;
  readonly #parts: LevelStoreParts;
  readonly #archive: LevelArchive;
  /** The head on disk. */
  #head: LevelHead;
  #records: NamedSnapshotRecords;
  #failure: LedgerError | undefined;
  /** Resolves when the end of the journal is recorded. */
  #recording: Promise<void> = Promise.resolve();

  constructor(parts: LevelStoreParts) {
    super(parts.head);
    const { database: journal, archive: database, head, written, records } = parts;
    this.#parts = parts;
    this.#head = head;
    this.#records = records;
    const write = (changes: readonly DatabaseChange[]): Promise<void> =>
      this.#writeTo(database, changes);
    const path = () => this.#head.path;
    this.#archive = new LevelArchive({ database, journal, write, path, written });
    this.archive = this.#archive;
    const hashAt = async (position: number): Promise<string | undefined> => {
      const isThere = position >= getFirstPosition(this.#head) && position <= this.#head.position;
      return isThere ? this.hashAt(this.#head, position) : undefined;
    };
    this.checkpoints = new LevelCheckpoints({ database, write, hashAt });
  }

  async size(): Promise<number> {
    this.assertUsable();
    return this.#parts.size();
  }

  vacuum(): Promise<void> {
    return this.runExclusive(async () => {
      const { database, archive } = this.#parts;
      // All keys sort before "~".
      for (const each of [database, archive]) await each.compactRange("", "~");
    });
  }

  /** The reason why the journal is no longer written; undefined while every write has succeeded. */
  get failure(): LedgerError | undefined {
    return this.#failure;
  }

  protected get head(): LevelHead {
    return this.#head;
  }

  /** Waits for the running write: a caller that lost a position reads the entry that won. */
  protected readHead(): Promise<LevelHead> {
    return this.runExclusive(() => Promise.resolve(this.#head));
  }

  protected async writeEntries(
    entries: readonly StoredEntry[],
    end: Pick<JournalEnd, "position" | "hash">,
  ): Promise<boolean> {
    const { path } = this.#head;
    const changes = entries.map((entry): DatabaseChange => {
      const key = entryKey(findBranch(path, entry.position) ?? 0, entry.position);
      return { type: "put", key, value: entryValue(entry) };
    });
    await this.#writeJournal({ ...this.#head, ...end }, changes);
    return true;
  }

  protected async change(prepare: PrepareChange<LevelHead>): Promise<void> {
    const change = await prepare(this.#head, this.#records);
    if (change === undefined) return;
    const { entry, records } = change;
    const isMoved = change.head.path !== this.#head.path;
    // The new generation lets the store detect a log that was cut before this change.
    let head = { ...change.head, generation: this.#head.generation + 1 };
    const changes: DatabaseChange[] = [];
    if (entry !== undefined) {
      const key = entryKey(getStartedBranch(head.generation), entry.position);
      changes.push({ type: "put", key, value: entryValue(entry) });
    }
    if (records !== undefined) {
      const { text, hash } = snapshotsText(records);
      head = { ...head, snapshots: hash };
      changes.push({ type: "put", key: snapshotsKey, value: text });
    }
    await this.#writeJournal(head, changes);
    this.#records = records ?? this.#records;
    if (isMoved) this.restartAfterHead();
  }

  protected async *entriesIn(
    ranges: readonly PositionRange[],
  ): AsyncGenerator<StoredEntry, void, undefined> {
    try {
      for (const { branch, from, to } of ranges) {
        const range = { gte: entryKey(branch, from), lte: entryKey(branch, to) };
        const options = { ...range, highWaterMarkBytes: bytesPerRead };
        for await (const [key, value] of this.#parts.database.iterator(options)) {
          yield readEntryValue(value, parseKeyPosition(key));
        }
      }
    } catch (error) {
      throw toDamageError(error);
    }
  }

  protected async hashAt(journal: JournalPath, position: number): Promise<string> {
    const hash = await readJournalHash(this.#parts.database, journal, position).catch(
      (error: unknown) => {
        throw toDamageError(error);
      },
    );
    if (hash === undefined) throw missingJournalEntryError(position);
    return hash;
  }

  protected async release(): Promise<void> {
    await this.waitForPending();
    await this.#recording;
    await this.#parts.archive.close();
    await this.#parts.database.close();
  }

  protected override assertUsable(): void {
    super.assertUsable();
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Writes changes of the journal together with its new head, atomically. */
  async #writeJournal(head: LevelHead, changes: readonly DatabaseChange[]): Promise<void> {
    const { database, archive } = this.#parts;
    const put: DatabaseChange = { type: "put", key: headKey, value: headText(head) };
    await this.#writeTo(database, [...changes, put]);
    this.#head = head;
    this.#recording = this.#recording.then(() => recordEnd(archive, head));
  }

  /** Writes to a database, durably. A failed write may have taken effect; no write follows it. */
  async #writeTo(database: LevelDatabase, changes: readonly DatabaseChange[]): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      await database.batch([...changes], { sync: true });
    } catch (error) {
      const isRepairable = database === this.#parts.archive && isDamage(error);
      this.#failure ??= isRepairable
        ? this.#archive.recordDamage(getLevelMessage(error))
        : failedWriteError(error);
      throw this.#failure;
    }
  }
}
