import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { JournalEntry, LedgerEvent } from "../../ledger/state/ledger-event.ts";
import type {
  CheckpointStore,
  HistoryArchive,
  JournalMark,
} from "../../ledger/stores/journal-store.ts";
import type { RecordedJournal } from "../../ledger/stores/snapshots.ts";
import { missingEntryError } from "../../ledger/stores/store-errors.ts";
import { entryLines } from "../../ledger/stores/text/entry-text.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import {
  findBranch,
  getFirstPosition,
  type JournalPath,
  type JournalPoint,
  type PositionRange,
} from "../shared/branch-history.ts";
import {
  BranchedStore,
  createRestoredHead,
  type NamedSnapshotRecords,
} from "../shared/branched-store.ts";
import { createCompactedEntry, type StoredEntry } from "../shared/stored-entry.ts";
import type { EntryBatch } from "../shared/write-queue.ts";
import { toDamageError } from "./errors.ts";
import { LevelArchive, type StoredArchiveExtent } from "./history-archive.ts";
import { LevelCheckpoints } from "./level-checkpoints.ts";
import {
  type DatabaseChange,
  type LevelDatabase,
  LevelJournal,
  readJournalHash,
} from "./level-journal.ts";
import { entryKey, entryValue, type LevelHead, snapshotsKey, snapshotsText } from "./records.ts";

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
  /** Frees the space of deleted entries. */
  readonly vacuum: () => Promise<void>;
}

const raiseDamage = (error: unknown): never => {
  throw toDamageError(error);
};

/**
 * A journal in a LevelDB database, for one process. A batch of entries takes one disk flush. After
 * a failed write, the store refuses all calls until it is opened again.
 */
export class LevelStore extends BranchedStore<LevelHead> {
  readonly archive: HistoryArchive;
  readonly checkpoints: CheckpointStore;
  readonly #parts: LevelStoreParts;
  readonly #journal: LevelJournal;
  readonly #archive: LevelArchive;
  #records: NamedSnapshotRecords;

  constructor(parts: LevelStoreParts) {
    super(parts.head);
    const { database, archive, head, written, records } = parts;
    this.#parts = parts;
    this.#records = records;
    this.#journal = new LevelJournal(database, archive, head);
    const write = (changes: readonly DatabaseChange[]): Promise<void> =>
      this.#journal.writeTo(archive, changes);
    const path = () => this.head.path;
    this.#archive = new LevelArchive({
      database: archive,
      journal: database,
      write,
      path,
      written,
    });
    this.archive = this.#archive;
    const hashAt = async (position: number): Promise<string | undefined> => {
      const isThere = position >= getFirstPosition(this.head) && position <= this.head.position;
      return isThere ? this.hashAt(this.head, position) : undefined;
    };
    this.checkpoints = new LevelCheckpoints({ database: archive, write, hashAt });
  }

  async *read(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    // Wait for the pending write: a caller that lost a position reads the entry that won.
    await this.runExclusive(() => Promise.resolve());
    yield* this.entriesAfter(after, this.head);
  }

  position(): Promise<number> {
    return new Promise((resolve) => {
      this.assertUsable();
      resolve(this.head.position);
    });
  }

  restore(mark: JournalMark): Promise<void> {
    return this.runExclusive(async () => {
      const point = this.marks.resolveMark(mark);
      const hash = await this.hashAt(point, point.position);
      await this.#journal.write(createRestoredHead(this.head, point, hash), []);
      this.queue.restartAfterHead();
    });
  }

  async compact(position: number, events: () => readonly LedgerEvent[]): Promise<void> {
    this.assertUsable();
    const text = await entryLines(events());
    await this.runExclusive(async () => {
      const head = { ...this.head, branches: this.head.branches + 1 };
      const isFirst = head.position === 0;
      const hash = isFirst ? emptyHash : await this.hashAt(head, position);
      const start = { branch: head.branches, from: position };
      const begun = isFirst ? { position, hash, path: [start], start: undefined } : { start };
      const key = entryKey(start.branch, position);
      const value = entryValue(createCompactedEntry(position, hash, text));
      await this.#journal.write({ ...head, ...begun }, [{ type: "put", key, value }]);
      if (isFirst) this.queue.restartAfterHead();
    });
  }

  async size(): Promise<number> {
    this.assertUsable();
    return this.#parts.size();
  }

  vacuum(): Promise<void> {
    return this.runExclusive(() => this.#parts.vacuum());
  }

  get failure(): LedgerError | undefined {
    return this.#journal.failure;
  }

  /** The head on disk. */
  protected get head(): LevelHead {
    return this.#journal.head;
  }

  protected async writeBatch({ entries, end }: EntryBatch): Promise<boolean> {
    const { path } = this.head;
    const changes = entries.map((entry): DatabaseChange => {
      const key = entryKey(findBranch(path, entry.position) ?? 0, entry.position);
      return { type: "put", key, value: entryValue(entry) };
    });
    await this.#journal.write({ ...this.head, ...end }, changes);
    return true;
  }

  protected withSnapshots<Result>(
    work: (journal: RecordedJournal<JournalPoint>) => Promise<Result>,
  ): Promise<Result> {
    const nextNumber = this.head.generation + 1;
    return work({ records: this.#records, current: this.head, nextNumber });
  }

  protected async writeSnapshots(
    records: NamedSnapshotRecords,
    number: number,
    added?: JournalPoint,
  ): Promise<void> {
    if (added !== undefined) await this.hashAt(added, added.position);
    const { text, hash } = snapshotsText(records);
    // The new generation lets the store detect a log that was cut before this change.
    const head: LevelHead = { ...this.head, generation: number, snapshots: hash };
    await this.#journal.write(head, [{ type: "put", key: snapshotsKey, value: text }]);
    this.#records = records;
  }

  protected entriesIn(ranges: readonly PositionRange[]): AsyncIterable<StoredEntry> {
    return this.#journal.entriesIn(ranges);
  }

  protected async hashAt(journal: JournalPath, position: number): Promise<string> {
    const hash = await readJournalHash(this.#parts.database, journal, position).catch(raiseDamage);
    if (hash === undefined) throw missingEntryError(position);
    return hash;
  }

  protected async release(): Promise<void> {
    do await this.mutex.runExclusive(() => undefined);
    while (!this.queue.isEmpty);
    await this.#journal.waitForRecording();
    await this.#archive.waitForMarking();
    await this.#parts.archive.close();
    await this.#parts.database.close();
  }

  protected override assertUsable(): void {
    super.assertUsable();
    this.#journal.assertWorks();
  }
}
