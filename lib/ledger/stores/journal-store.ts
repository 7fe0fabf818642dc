import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { HistoryArchiveReader } from "../state/evicted-history.ts";
import type { ArchivedHistoryRecord } from "../state/eviction.ts";
import type { JournalEntry, JournalEvent } from "../state/journal-event.ts";

/**
 * Stores the journal of a ledger: entries at positions 1, 2, 3 and so on. The journal is the source
 * of truth; the ledger's state is a fold over it.
 *
 * To write an adapter, implement the methods without a question mark.
 * `test/ledger/stores/journal-store-contract.ts` tests them, and
 * `test/ledger/stores/json-lines-store.ts` is an example. `entryText` and `readEntryText` convert
 * entries to text and back.
 *
 * Several ledgers may share a journal, each with its own store object. `append` then succeeds for
 * the one that knew the newest position; the others read the new entries and decide again. Such a
 * store needs {@link watch}, so that its ledger notices a restore by another process.
 *
 * Methods reject with SERVICE_NOT_RUNNING if the store is closed, has failed or is damaged; `cause`
 * says which.
 */
export interface JournalStore {
  /**
   * Appends one entry, and resolves to true once it is durable. `position` must be the newest
   * position + 1; otherwise writes nothing and resolves to false. Calls `onSize` at once with the
   * size of the entry's text in bytes, if the store makes one.
   */
  append(
    position: number,
    events: readonly JournalEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean>;

  /**
   * Like {@link append}, for a ledger that continues to decide before the entry is durable. Returns
   * undefined at once if `position` does not follow the newest entry, written or pending. Returns
   * true at once if the entry is already durable. Otherwise the promises resolve in the order of
   * the calls: to true once the entry is durable, and to false if the journal
   * was changed first. A promise rejects if the entry was not written. After false or a rejection, no
   * pending entry is written. After false, returns undefined until the entries of the other process
   * were read.
   */
  enqueue?(
    position: number,
    events: readonly JournalEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> | true | undefined;

  /**
   * Subscribes to changes by other processes since the journal was last read. Returns the function
   * that unsubscribes. Needed for a journal with several writing processes.
   */
  watch?(watcher: JournalWatcher): () => void;

  /**
   * Reads the entries after the position `after`, ascending and without gaps, as of the request for
   * the first one. If entries after `after` were compacted, begins with the entry that replaces
   * them.
   */
  read(after: number): AsyncIterable<JournalEntry>;

  /** Reads all entries of the journal as of a mark. */
  readAt(mark: JournalMark): AsyncIterable<JournalEntry>;

  /** Returns the position of the newest entry; 0 for an empty journal. */
  position(): Promise<number>;

  /**
   * Returns a mark of the journal up to and including `position`. Raises INVALID_ARGUMENT
   * if the journal has no such position, or was compacted beyond it.
   */
  mark(position: number): JournalMark;

  /**
   * Restores the journal to a mark, which may be shorter or longer than the current journal. Marks
   * are valid as long as the store is open. Rejects with INVALID_ARGUMENT for a mark of another
   * store. If entries of the mark are gone, rejects and changes nothing.
   */
  restore(mark: JournalMark): Promise<void>;

  /**
   * Like {@link restore}, for a store that restores synchronously: a ledger can then revert before
   * its caller continues.
   */
  restoreNow?(mark: JournalMark): void;

  /** Named snapshots. Restoring, compacting and vacuuming do not change their content. */
  readonly snapshots: SnapshotStore;

  /**
   * Replaces all entries up to `position` by one entry with the events that `events` returns. Later
   * entries and marks stay. On an empty journal, writes the first entry. `events` may be called at
   * any time; its cost grows with the size of the ledger. Without this method, pruned entries stay
   * in the journal.
   */
  compact?(position: number, events: () => readonly JournalEvent[]): Promise<void>;

  /**
   * The history that ledgers do not hold in memory. Without it, ledgers hold all history that was
   * not pruned in memory.
   */
  readonly archive?: HistoryArchive | undefined;

  /**
   * States to start ledgers with, so that they need not fold the whole journal. Needs {@link
   * archive}.
   */
  readonly checkpoints?: CheckpointStore | undefined;

  /** Returns an independent store with the entries of this journal, without its snapshots. */
  fork(): Promise<JournalStore>;

  /** Returns the approximate size on disk, in bytes. */
  size?(): Promise<number>;

  /**
   * Frees the space of entries that no journal contains. Takes long for a large store, and blocks
   * other processes.
   */
  vacuum?(): Promise<void>;

  /**
   * The reason why the store refuses every call until it is opened again, such as a full disk;
   * undefined while it works.
   */
  readonly failure?: LedgerError | undefined;

  /** Closes files and connections. May be called again. */
  close(): Promise<void>;
}

/** Receives changes by other processes. A change may be reported more than once. */
export interface JournalWatcher {
  /** There may be new entries of another process. */
  grown(): void;
  /**
   * Called after the journal was restored: entries that were read may be gone. This store writes nothing
   * until the journal was read from the beginning.
   */
  restored(): void;
}

/** A point of a journal. Opaque; valid only for the store that returned it. */
export interface JournalMark {
  readonly position: number;
}

/** Named snapshots. They outlast the process if the journal does. */
export interface SnapshotStore {
  /**
   * Stores a mark of this store under a name, with `content` that describes it, durably. Resolves
   * to undefined and stores nothing if the name is taken, or if there are `limit` snapshots.
   */
  keep(
    name: string,
    mark: JournalMark,
    content: string,
    limit: number,
  ): Promise<StoredSnapshot | undefined>;
  list(): Promise<SnapshotList>;
  /** Resolves to false if there is no snapshot with the name. */
  delete(name: string): Promise<boolean>;
}

/** A stored snapshot. */
export interface StoredSnapshot {
  /** Unique: a later snapshot with the same name has another number. */
  readonly number: number;
  readonly name: string;
  readonly mark: JournalMark;
  readonly content: string;
  /** Name of the newest older snapshot that the journal of this one contains. */
  readonly parent?: string | undefined;
}

/** The snapshots of a store. */
export interface SnapshotList {
  /** In the order of their creation. */
  readonly snapshots: readonly StoredSnapshot[];
  /** Name of the newest snapshot that the current journal contains. */
  readonly current?: string | undefined;
}

/**
 * Records that locate history in the journal. They can be rebuilt from the journal. Each branch of
 * records belongs to one version of the journal; a restore starts a new branch.
 */
export interface HistoryArchive {
  /**
   * The recorded end of the newest branch; the branch may have further records. Branch 0 is empty.
   */
  readonly written: ArchiveExtent;
  /** Returns a reader for the current journal. */
  reader(): HistoryArchiveReader;
  /**
   * Writes records into the newest branch or into the next new one, durably. `extent` is durable
   * before any of them. Rejects with SERVICE_NOT_RUNNING; after that the archive writes nothing.
   */
  write(extent: ArchiveExtent, records: readonly ArchivedHistoryRecord[]): Promise<void>;
}

/** The last offset, and the last number of coin history, with records in a branch. */
export interface ArchiveExtent {
  readonly branch: number;
  readonly offset: number;
  readonly history: number;
}

/**
 * Checkpoints of states, as lines of text. They can be rebuilt from the journal: a lost or damaged
 * one is ignored.
 */
export interface CheckpointStore {
  /** Position of the checkpoint that was used or written last; 0 if there is none. */
  readonly position: number;
  /**
   * Returns the result of `decode` for the newest checkpoint of the current journal; undefined if
   * no checkpoint is intact, or if `decode` cannot use it.
   */
  newest<Decoded>(
    decode: (checkpoint: StoredCheckpoint) => Decoded | undefined,
  ): Promise<Decoded | undefined>;
  /**
   * Writes a checkpoint of the state at a position, while the journal continues. Older checkpoints
   * are deleted only after it is durable. Writes nothing if the journal no longer has the position.
   */
  write(position: number, lines: AsyncIterable<string>): Promise<void>;
}

/** A state at a position of the journal, as lines of text. */
export interface StoredCheckpoint {
  readonly position: number;
  readonly lines: readonly string[];
}
