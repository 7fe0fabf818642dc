import type { JournalEntry, JournalEvent } from "../../ledger/state/journal-event.ts";
import type {
  JournalMark,
  JournalStore,
  SnapshotStore,
} from "../../ledger/stores/journal-store.ts";
import {
  JournalMarks,
  type RecordedJournal,
  RecordListSnapshotStore,
  type SnapshotRecord,
  type SnapshotResult,
} from "../../ledger/stores/snapshots.ts";
import {
  damagedStoreError,
  missingJournalEntryError,
  storeClosedError,
  unknownPositionError,
} from "../../ledger/stores/store-errors.ts";
import { entryLines } from "../../ledger/stores/text/entry-text.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import {
  containsJournal,
  findRangesBetween,
  getFirstPosition,
  type JournalPath,
  type JournalPoint,
  type PositionRange,
  startAtCompacted,
  startBranch,
} from "./branch-history.ts";
import { copyToMemory, parseEntryEventsAsync } from "./entry-text.ts";
import { type JournalEnd, QueuedJournal } from "./queued-journal.ts";
import { assertIntact, createCompactedEntry, type StoredEntry } from "./stored-entry.ts";

/** Describes a journal; written with each change. */
export interface JournalHead extends JournalEnd, JournalPath {}

/** Returns the branch that a change starts; `generation` is the one after the change. */
export const getStartedBranch = (generation: number): number => generation + 1;

/** The named snapshots in a store. */
export type NamedSnapshotRecords = readonly SnapshotRecord<JournalPoint>[];

/** A change of a journal other than an append. */
export interface JournalChange<StoredHead> {
  /**
   * The head after the change; the store sets its generation. If `path` is another object, the
   * journal continues at this position. Otherwise it keeps its own, and appends may happen meanwhile.
   */
  readonly head: StoredHead;
  /** A compacted entry, for a new branch. */
  readonly entry?: StoredEntry;
  /** The named snapshots, if they change. */
  readonly records?: NamedSnapshotRecords | undefined;
}

/** Returns the change of a journal with this head and these named snapshots; undefined for none. */
export type PrepareChange<StoredHead> = (
  head: StoredHead,
  records: NamedSnapshotRecords,
) => Promise<JournalChange<StoredHead> | undefined>;

/**
 * A journal in branches; see {@link JournalPath}. Subclasses write it to a folder or to a database.
 */
export abstract class BranchedStore<StoredHead extends JournalHead>
  extends QueuedJournal<StoredHead>
  implements JournalStore
{
  readonly snapshots: SnapshotStore;
  protected readonly marks = new JournalMarks<JournalPoint>();
  #isClosed = false;
  #closing: Promise<void> | undefined;

  constructor(head: StoredHead) {
    super(head.position);
    this.snapshots = new RecordListSnapshotStore<JournalPoint>({
      marks: this.marks,
      run: (work) => this.#runWithSnapshots(work),
      contains: containsJournal,
    });
  }

  async *read(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    yield* this.entriesAfter(after, await this.readHead(after === 0));
  }

  async *readAt(mark: JournalMark): AsyncGenerator<JournalEntry, void, undefined> {
    this.assertUsable();
    const point = this.marks.resolveMark(mark);
    yield* this.entriesAfter(0, { ...point, hash: await this.hashAt(point, point.position) });
  }

  async position(): Promise<number> {
    return (await this.readHead(false)).position;
  }

  mark(position: number): JournalMark {
    this.assertUsable();
    const { path, start, position: end } = this.head;
    if (position === 0 || (position >= getFirstPosition(this.head) && position <= end)) {
      return this.marks.create({ position, path, start });
    }
    throw unknownPositionError(position, end);
  }

  restore(mark: JournalMark): Promise<void> {
    return this.#changeExclusively(async (head) => {
      const point = this.marks.resolveMark(mark);
      const { position, path, start } = point;
      await this.assertComplete(point);
      const restored = {
        position,
        hash: await this.hashAt(point, position),
        path: startBranch(path, position, getStartedBranch(head.generation + 1)),
        start: position === 0 ? undefined : start,
      };
      return { head: { ...head, ...restored } };
    });
  }

  async compact(position: number, events: () => readonly JournalEvent[]): Promise<void> {
    this.assertUsable();
    const point = { position, path: this.head.path };
    const text = await entryLines(events());
    await this.#changeExclusively(async (head) => {
      const isFirst = head.position === 0;
      // The journal may have been restored since.
      if (!isFirst && !containsJournal(head, point)) return undefined;
      const hash = isFirst ? emptyHash : await this.hashAt(head, position);
      const start = { branch: getStartedBranch(head.generation + 1), from: position };
      const begun = isFirst ? { position, hash, path: [start], start: undefined } : { start };
      const entry = createCompactedEntry(position, hash, text);
      return { head: { ...head, ...begun }, entry };
    });
  }

  async fork(): Promise<JournalStore> {
    return copyToMemory(this.read(0));
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return (this.#closing ??= this.release());
  }

  /** Returns the newest head. `isWhole` is true if the caller reads the whole journal. */
  protected abstract readHead(isWhole: boolean): Promise<StoredHead>;
  /**
   * Makes the change that `prepare` returns, if any, and moves the head. Calls `prepare` again if
   * another process has changed the journal meanwhile.
   */
  protected abstract change(prepare: PrepareChange<StoredHead>): Promise<void>;
  /** Yields the entries in ranges of positions, in order; missing ones are left out. */
  protected abstract entriesIn(ranges: readonly PositionRange[]): AsyncIterable<StoredEntry>;
  /**
   * Returns the hash of a journal up to a position. Rejects with SERVICE_NOT_RUNNING if the entry is
   * missing.
   */
  protected abstract hashAt(journal: JournalPath, position: number): Promise<string>;
  /** Closes files and connections, after all pending writes. */
  protected abstract release(): Promise<void>;

  /**
   * Reads the entries after a position, which must be written, and checks each. Begins with the one
   * at the position, because its hash is needed.
   */
  protected async *entriesAfter(
    after: number,
    journal: JournalPoint & Pick<JournalEnd, "hash">,
  ): AsyncGenerator<JournalEntry, void, undefined> {
    const { position: end, hash } = journal;
    if (after >= end) return;
    let expected = Math.max(after, getFirstPosition(journal));
    let previous = expected === 1 ? emptyHash : undefined;
    const ranges = findRangesBetween(startAtCompacted(journal), expected, end);
    for await (const entry of this.entriesIn(ranges)) {
      if (entry.position !== expected) throw missingJournalEntryError(expected);
      if (entry.position > after) {
        assertIntact(entry, previous);
        yield { position: expected, events: await parseEntryEventsAsync(expected, entry.text) };
      }
      previous = entry.hash;
      expected++;
    }
    if (expected <= end) throw missingJournalEntryError(expected);
    if (previous !== hash) throw damagedStoreError(`the entries up to ${end} were changed`);
  }

  /** Rejects with SERVICE_NOT_RUNNING if the last entry is missing; a subclass may check all. */
  protected async assertComplete(point: JournalPoint): Promise<void> {
    await this.hashAt(point, point.position);
  }

  protected async runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    this.assertUsable();
    return this.mutex.runExclusive(work);
  }

  protected assertUsable(): void {
    if (this.#isClosed) throw storeClosedError();
  }

  #changeExclusively(prepare: PrepareChange<StoredHead>): Promise<void> {
    return this.runExclusive(() => this.change(prepare));
  }

  async #runWithSnapshots<Result>(
    work: (journal: RecordedJournal<JournalPoint>) => SnapshotResult<Result, JournalPoint>,
  ): Promise<Result> {
    let result: Result | undefined;
    await this.#changeExclusively(async (head, records) => {
      const found = work({ records, current: head, nextNumber: head.generation + 1 });
      if (found.added !== undefined) await this.assertComplete(found.added);
      ({ result } = found);
      return found.records && { head, records: found.records };
    });
    return result as Result;
  }
}
