import { Mutex } from "async-mutex";

import type { JournalEntry, LedgerEvent } from "../../ledger/state/ledger-event.ts";
import type {
  JournalMark,
  JournalStore,
  SnapshotStore,
} from "../../ledger/stores/journal-store.ts";
import {
  JournalMarks,
  type RecordedJournal,
  RecordedSnapshots,
  type SnapshotRecord,
} from "../../ledger/stores/snapshots.ts";
import {
  damagedStoreError,
  missingEntryError,
  storeClosedError,
  unknownPositionError,
} from "../../ledger/stores/store-errors.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import {
  containsJournal,
  findRangesBetween,
  getFirstPosition,
  type JournalPath,
  type JournalPoint,
  type PositionRange,
  removeCompacted,
  startBranch,
} from "./branch-history.ts";
import { copyToMemory, parseEntryEventsAsync } from "./entry-text.ts";
import { assertIntact, type StoredEntry } from "./stored-entry.ts";
import { type EntryBatch, WriteQueue } from "./write-queue.ts";

/**
 * The end of a journal. A restore, and a change of the named snapshots, starts a new generation.
 */
export interface JournalEnd {
  readonly generation: number;
  readonly position: number;
  /** Hash of the journal up to the position. */
  readonly hash: string;
}

/** Describes a journal; written with each change. */
export interface JournalHead extends JournalEnd, JournalPath {
  /** Number of branches that were started. */
  readonly branches: number;
}

/** The data that the caller of {@link BranchedStore.entriesAfter} has already read. */
interface KnownEntries {
  /** Hash of the journal before the first entry. */
  readonly previous?: string | undefined;
  readonly entriesIn?: (ranges: readonly PositionRange[]) => AsyncIterable<StoredEntry>;
}

/** The named snapshots in a store. */
export type NamedSnapshotRecords = readonly SnapshotRecord<JournalPoint>[];

/**
 * A journal in branches; see {@link JournalPath}. Subclasses write it to a folder or to a database.
 */
export abstract class BranchedStore<StoredHead extends JournalHead> implements JournalStore {
  readonly snapshots: SnapshotStore;
  protected readonly marks = new JournalMarks<JournalPoint>();
  /** Held while the journal changes. */
  protected readonly mutex = new Mutex();
  protected readonly queue: WriteQueue;
  #isClosed = false;
  #closing: Promise<void> | undefined;

  /** The head of the journal as far as it was written or read. */
  protected abstract get head(): StoredHead;

  constructor(head: StoredHead) {
    this.queue = new WriteQueue({
      mutex: this.mutex,
      position: head.position,
      head: () => this.head,
      write: (batch) => this.writeBatch(batch),
    });
    this.snapshots = new RecordedSnapshots<JournalPoint>({
      marks: this.marks,
      run: (work) => this.runExclusive(() => this.withSnapshots(work)),
      write: (records, number, added) => this.writeSnapshots(records, number, added),
      contains: containsJournal,
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
    this.assertUsable();
    return this.queue.enqueueEntry(position, events, onSize);
  }

  abstract read(after: number): AsyncIterable<JournalEntry>;

  async *readAt(mark: JournalMark): AsyncGenerator<JournalEntry, void, undefined> {
    this.assertUsable();
    const point = this.marks.resolveMark(mark);
    yield* this.entriesAfter(0, { ...point, hash: await this.hashAt(point, point.position) });
  }

  abstract position(): Promise<number>;

  mark(position: number): JournalMark {
    this.assertUsable();
    const { path, start, position: end } = this.head;
    if (position === 0 || (position >= getFirstPosition(this.head) && position <= end)) {
      return this.marks.create({ position, path, start });
    }
    throw unknownPositionError(position, end);
  }

  abstract restore(mark: JournalMark): Promise<void>;
  abstract compact(position: number, events: () => readonly LedgerEvent[]): Promise<void>;

  async fork(): Promise<JournalStore> {
    return copyToMemory(this.read(0));
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return (this.#closing ??= this.release());
  }

  /** Writes entries that follow the head, and moves it; see {@link WriteQueue}. */
  protected abstract writeBatch(batch: EntryBatch): Promise<boolean>;
  /** Runs work with the named snapshots. */
  protected abstract withSnapshots<Result>(
    work: (journal: RecordedJournal<JournalPoint>) => Promise<Result>,
  ): Promise<Result>;
  /** Writes the named snapshots; see {@link RecordedSnapshots}. */
  protected abstract writeSnapshots(
    records: NamedSnapshotRecords,
    number: number,
    added?: JournalPoint,
  ): Promise<void>;
  /** Yields the entries in ranges of positions, in order; missing ones are left out. */
  protected abstract entriesIn(ranges: readonly PositionRange[]): AsyncIterable<StoredEntry>;
  /**
   * Returns the hash of a journal up to a position. Rejects with SERVICE_NOT_RUNNING if the entry is
   * missing.
   */
  protected abstract hashAt(journal: JournalPath, position: number): Promise<string>;
  /** Closes files and connections, after all pending writes. */
  protected abstract release(): Promise<void>;

  /** Reads the entries after a position, which must be written, and checks each. */
  protected async *entriesAfter(
    after: number,
    journal: JournalPoint & Pick<JournalEnd, "hash">,
    known: KnownEntries = {},
  ): AsyncGenerator<JournalEntry, void, undefined> {
    const { entriesIn = (ranges) => this.entriesIn(ranges) } = known;
    const { position: end, hash } = journal;
    const first = getFirstPosition(journal);
    const from = Math.max(after + 1, first);
    if (from > end) return;
    let previous = from === 1 ? emptyHash : undefined;
    if (from > first) previous = known.previous ?? (await this.hashAt(journal, from - 1));
    let expected = from;
    for await (const entry of entriesIn(findRangesBetween(removeCompacted(journal), from, end))) {
      if (entry.position !== expected) throw missingEntryError(expected);
      assertIntact(entry, previous);
      yield { position: expected, events: await parseEntryEventsAsync(expected, entry.text) };
      previous = entry.hash;
      expected++;
    }
    if (expected <= end) throw missingEntryError(expected);
    if (previous !== hash) throw damagedStoreError(`the entries up to ${end} were changed`);
  }

  protected async runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    this.assertUsable();
    return this.mutex.runExclusive(work);
  }

  /** Raises SERVICE_NOT_RUNNING if the store is closed. */
  protected assertUsable(): void {
    if (this.#isClosed) throw storeClosedError();
  }
}

/** Returns the head of the journal that is restored to a point, in a new branch. */
export const createRestoredHead = <StoredHead extends JournalHead>(
  head: StoredHead,
  { position, path, start }: JournalPoint,
  hash: string,
): StoredHead => ({
  ...head,
  generation: head.generation + 1,
  position,
  hash,
  branches: head.branches + 1,
  path: startBranch(path, position, head.branches + 1),
  start: position === 0 ? undefined : start,
});
