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
import { Marks } from "../../ledger/stores/marks.ts";
import { closed, noSuchPosition, notRunning } from "../../ledger/stores/store-errors.ts";
import { entryLines, entryText } from "../../ledger/stores/text/entry-text.ts";
import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import { batchOf, type PendingEntry } from "../shared/batch.ts";
import { copyToMemory } from "../shared/entry-text.ts";
import { branchAt, branchedOff, firstPositionOf } from "./branch-history.ts";
import type { HighWaterMark } from "./high-water-mark.ts";
import { LevelArchive, type StoredReach } from "./history-archive.ts";
import { LevelCheckpoints } from "./level-checkpoints.ts";
import { type Change, type Database, LevelJournal } from "./level-journal.ts";
import { type JournalPoint, LevelSnapshots, type SnapshotRecord } from "./level-snapshots.ts";
import { compactedValue, entryKey, entryValue, type Head } from "./records.ts";

interface LevelStoreParts {
  readonly database: Database;
  /** The database of the history archive and the checkpoints. */
  readonly archive: Database;
  readonly head: Head;
  readonly snapshots: readonly SnapshotRecord[];
  readonly mark: HighWaterMark;
  readonly written: StoredReach;
  /** Returns the size of the folder in bytes. */
  readonly size: () => Promise<number>;
  /** Frees the space of deleted entries. */
  readonly vacuum: () => Promise<void>;
}

/**
 * A journal in a LevelDB database, for one process. Entries that wait while others are being
 * written are written together, with one disk flush for all. A failed write ends the store.
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
  /** Position of the newest entry, written or pending. */
  #tail: number;
  #pending: PendingEntry[] = [];
  #isClosed = false;
  #closing: Promise<void> | undefined;

  constructor(parts: LevelStoreParts) {
    const { database, archive, head, mark, written } = parts;
    this.#parts = parts;
    this.#tail = head.position;
    this.#journal = new LevelJournal(database, head, mark);
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
    this.snapshots = new LevelSnapshots({
      marks: this.#marks,
      journal: this.#journal,
      records: parts.snapshots,
      exclusively: (work) => this.#exclusively(work),
    });
  }

  async append(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> {
    return this.#put(position, events, onSize) ?? false;
  }

  enqueue(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> | undefined {
    return this.#put(position, events, onSize)?.then((isWritten) => {
      if (isWritten) return true;
      throw notRunning("The journal was restored by another ledger before this was written.");
    });
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
      return this.#marks.create(position, { position, path, start });
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
      this.#tail = position;
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
      if (isFirst) this.#tail = position;
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
    await this.#mutex.runExclusive(() => undefined);
    await this.#archive.settled();
    await this.#parts.mark.close();
    await this.#parts.archive.close();
    await this.#parts.database.close();
  }

  /**
   * Returns undefined if the position is taken or leaves a gap. Resolves to false if the journal
   * was restored meanwhile.
   */
  #put(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> | undefined {
    this.#assertUsable();
    if (position !== this.#tail + 1) return undefined;
    const text = entryText(events);
    onSize?.(Buffer.byteLength(text));
    this.#tail = position;
    return new Promise((resolve, reject) => {
      this.#pending.push({ position, text, resolve, reject });
      if (this.#pending.length === 1) {
        void this.#mutex.runExclusive(() => this.#writePending());
      }
    });
  }

  async #writePending(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    const head = this.#head;
    let { position } = head;
    // Entries that do not follow were decided before a restore.
    const entries = pending.filter((each) => {
      if (each.position !== position + 1) return false;
      position++;
      return true;
    });
    const { hashes } = batchOf(entries, head.hash);
    const changes = entries.map((each, index): Change => {
      const key = entryKey(branchAt(head.path, each.position) ?? 0, each.position);
      return { type: "put", key, value: entryValue(hashes[index] ?? "", each.text) };
    });
    try {
      this.#journal.assertWorks();
      const hash = hashes.at(-1) ?? head.hash;
      if (changes.length > 0) await this.#journal.write({ ...head, position, hash }, changes);
      for (const { resolve } of entries) resolve(true);
      for (const each of pending) if (!entries.includes(each)) each.resolve(false);
    } catch (error) {
      for (const { reject } of pending) reject(error);
    }
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
