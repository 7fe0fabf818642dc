import { Mutex } from "async-mutex";

import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { JournalEntry, LedgerEvent } from "../../ledger/state/ledger-event.ts";
import type {
  CheckpointStore,
  HistoryArchive,
  JournalMark,
  JournalStore,
  SnapshotStore,
} from "../../ledger/stores/journal-store.ts";
import { Marks, RecordedSnapshots, type SnapshotRecord } from "../../ledger/stores/snapshots.ts";
import { closed, noSuchPosition } from "../../ledger/stores/store-errors.ts";
import { entryLines } from "../../ledger/stores/text/entry-text.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { copyToMemory } from "../shared/entry-text.ts";
import { type Batch, WriteQueue } from "../shared/write-queue.ts";
import {
  branchAt,
  branchedOff,
  contains,
  firstPositionOf,
  type JournalPoint,
} from "./branch-history.ts";
import { LevelArchive, type StoredExtent } from "./history-archive.ts";
import { LevelCheckpoints } from "./level-checkpoints.ts";
import { type Change, type Database, LevelJournal } from "./level-journal.ts";
import {
  compactedValue,
  entryKey,
  entryValue,
  type Head,
  snapshotsKey,
  snapshotsText,
} from "./records.ts";

interface LevelStoreParts {
  readonly database: Database;
  /** The database of the history archive and the checkpoints. */
  readonly archive: Database;
  readonly head: Head;
  readonly snapshots: readonly SnapshotRecord<JournalPoint>[];
  readonly written: StoredExtent;
  /** Returns the size of the folder in bytes. */
  readonly size: () => Promise<number>;
  /** Frees the space of deleted entries. */
  readonly vacuum: () => Promise<void>;
}

/**
 * A journal in a LevelDB database, for one process. A batch of entries takes one disk flush. A
 * failed write ends the store.
 */
export class LevelStore implements JournalStore {
  readonly archive: HistoryArchive;
  readonly checkpoints: CheckpointStore;
  readonly snapshots: SnapshotStore;
  readonly #parts: LevelStoreParts;
  readonly #journal: LevelJournal;
  readonly #archive: LevelArchive;
  readonly #marks = new Marks<JournalPoint>();
  /** Held while the journal changes. */
  readonly #mutex = new Mutex();
  readonly #queue: WriteQueue;
  #snapshots: readonly SnapshotRecord<JournalPoint>[];
  #isClosed = false;
  #closing: Promise<void> | undefined;

  constructor(parts: LevelStoreParts) {
    const { database, archive, head, written } = parts;
    this.#parts = parts;
    this.#journal = new LevelJournal(database, archive, head);
    this.#queue = new WriteQueue({
      mutex: this.#mutex,
      head: () => this.#head,
      write: (batch) => this.#write(batch),
    });
    const write = (changes: readonly Change[]): Promise<void> =>
      this.#journal.writeTo(archive, changes);
    const path = () => this.#head.path;
    this.#archive = new LevelArchive({
      database: archive,
      journal: database,
      write,
      path,
      written,
    });
    this.archive = this.#archive;
    const hashAt = async (position: number): Promise<string | undefined> => {
      const isThere = position >= firstPositionOf(this.#head) && position <= this.#head.position;
      return isThere ? this.#journal.hashAt(this.#head, position) : undefined;
    };
    this.checkpoints = new LevelCheckpoints({ database: archive, write, hashAt });
    this.#snapshots = parts.snapshots;
    this.snapshots = new RecordedSnapshots<JournalPoint>({
      marks: this.#marks,
      run: (work) => this.#exclusively(() => work(this.#snapshots)),
      write: (records, added) => this.#writeSnapshots(records, added),
      nextNumber: () => this.#head.generation + 1,
      current: () => this.#head,
      contains,
    });
  }

  async append(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> {
    return this.enqueue(position, events, onSize) ?? false;
  }

  enqueue(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> | undefined {
    this.#assertUsable();
    return this.#queue.put(position, events, onSize);
  }

  async *read(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    this.#assertUsable();
    // Wait for the pending write: a caller that lost a position reads the entry that won.
    await this.#mutex.runExclusive(() => undefined);
    yield* this.#journal.entriesAfter(after, this.#head);
  }

  async *readAt(mark: JournalMark): AsyncGenerator<JournalEntry, void, undefined> {
    this.#assertUsable();
    const { position, path, start } = this.#marks.pointOf(mark);
    const hash = await this.#journal.hashAt({ path }, position);
    yield* this.#journal.entriesAfter(0, { path, start, position, hash });
  }

  async position(): Promise<number> {
    this.#assertUsable();
    return Promise.resolve(this.#head.position);
  }

  mark(position: number): JournalMark {
    this.#assertUsable();
    const [first, end] = [firstPositionOf(this.#head), this.#head.position];
    if (position === 0 || (position >= first && position <= end)) {
      const { path, start } = this.#head;
      return this.#marks.create({ position, path, start });
    }
    throw noSuchPosition(position, end);
  }

  async restore(mark: JournalMark): Promise<void> {
    await this.#exclusively(async () => {
      const { position, path, start } = this.#marks.pointOf(mark);
      const hash = await this.#journal.hashAt({ path }, position);
      const { generation, branches } = this.#head;
      await this.#journal.write(
        {
          ...this.#head,
          generation: generation + 1,
          position,
          hash,
          branches: branches + 1,
          path: branchedOff(path, position, branches + 1),
          start: position === 0 ? undefined : start,
        },
        [],
      );
      this.#queue.restart();
    });
  }

  async compact(position: number, events: () => readonly LedgerEvent[]): Promise<void> {
    this.#assertUsable();
    const text = await entryLines(events());
    await this.#exclusively(async () => {
      const head = { ...this.#head, branches: this.#head.branches + 1 };
      const isFirst = head.position === 0;
      const hash = isFirst ? emptyHash : await this.#journal.hashAt(head, position);
      const start = { branch: head.branches, from: position };
      const begun = isFirst ? { position, hash, path: [start], start: undefined } : { start };
      const key = entryKey(start.branch, position);
      const value = compactedValue(position, hash, text);
      await this.#journal.write({ ...head, ...begun }, [{ type: "put", key, value }]);
      if (isFirst) this.#queue.restart();
    });
  }

  /** Returns a copy of all entries in memory. */
  async fork(): Promise<JournalStore> {
    return copyToMemory(this.read(0));
  }

  async size(): Promise<number> {
    this.#assertUsable();
    return this.#parts.size();
  }

  async vacuum(): Promise<void> {
    await this.#exclusively(() => this.#parts.vacuum());
  }

  get failure(): LedgerError | undefined {
    return this.#journal.failure;
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    do await this.#mutex.runExclusive(() => undefined);
    while (!this.#queue.isEmpty);
    await this.#journal.settled();
    await this.#archive.settled();
    await this.#parts.archive.close();
    await this.#parts.database.close();
  }

  async #write({ entries, hashes, end }: Batch): Promise<boolean> {
    const changes = entries.map(({ position, text }, index): Change => {
      const key = entryKey(branchAt(this.#head.path, position) ?? 0, position);
      return { type: "put", key, value: entryValue(hashes[index] ?? "", text) };
    });
    await this.#journal.write({ ...this.#head, ...end }, changes);
    return true;
  }

  async #writeSnapshots(
    records: readonly SnapshotRecord<JournalPoint>[],
    added?: JournalPoint,
  ): Promise<void> {
    // Rejects if the entry of the snapshot is missing.
    if (added !== undefined) await this.#journal.hashAt(added, added.position);
    const { text, hash } = snapshotsText(records);
    const { generation } = this.#head;
    // The new generation lets the store detect a log that was cut before this change.
    const head: Head = { ...this.#head, generation: generation + 1, snapshots: hash };
    await this.#journal.write(head, [{ type: "put", key: snapshotsKey, value: text }]);
    this.#snapshots = records;
  }

  async #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#assertUsable();
    return this.#mutex.runExclusive(work);
  }

  /** The head on disk. */
  get #head(): Head {
    return this.#journal.head;
  }

  #assertUsable(): void {
    if (this.#isClosed) throw closed();
    this.#journal.assertWorks();
  }
}
