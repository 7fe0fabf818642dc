import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { PastRecord } from "../state/leave-memory.ts";
import type { JournalEntry, LedgerEvent } from "../state/ledger-event.ts";
import type { PastReader } from "../state/past.ts";

/**
 * Keeps the journal of a ledger: a list of entries at positions 1, 2, 3 and so on. The journal is the truth, and the ledger's state a fold over it.
 *
 * To write an adapter, implement the methods without a question mark; `test/ledger/stores/journal-store-contract.ts` tests them, and
 * `test/ledger/stores/json-lines-store.ts` is an example. `entryText` and `readEntryText` turn entries into text and back.
 *
 * Several ledgers may share a journal, each by a store of its own. `append` then succeeds for the one that knew the newest position;
 * the others read what it wrote and decide again. Such a store needs {@link watch}, so that its ledger notices a restore by another.
 *
 * Methods reject with SERVICE_NOT_RUNNING when the store is closed, has failed or is damaged; `cause` says which.
 */
export interface JournalStore {
  /**
   * Appends one entry, and resolves to true once it is durable. `position` is the newest position + 1: otherwise writes nothing and resolves to
   * false. Calls `onSize` at once with the bytes of the entry's text, if the store makes one.
   */
  append(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean>;

  /**
   * As {@link append}, for a ledger that goes on deciding before the entry is durable. Returns undefined at once where `position` does not follow
   * the newest entry, written or pending. Otherwise resolves in the order of the calls: to true once the entry is durable, and to false
   * where another process wrote at the position; rejects where it was not written. After false or a rejection, no entry that was
   * pending is written; after false, returns undefined until the entries of the other process were read.
   */
  enqueue?(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> | undefined;

  /**
   * Subscribes to changes by other processes, from the last time on that the journal was read. Returns the function that unsubscribes. Needed
   * for a journal that several processes write.
   */
  watch?(watcher: JournalWatcher): () => void;

  /**
   * Reads the entries behind the position `after`, ascending and without gaps, as of the first request for one. If entries behind `after` were
   * compacted, begins with the entry that stands for them.
   */
  read(after: number): AsyncIterable<JournalEntry>;

  /** Reads all entries of the journal as it was at a mark. */
  readAt(mark: JournalMark): AsyncIterable<JournalEntry>;

  /** Returns the position of the newest entry; 0 for an empty journal. */
  position(): Promise<number>;

  /**
   * Returns a point to restore: the journal up to and including `position`, in O(1). Raises INVALID_ARGUMENT where the journal has no such
   * position, or was compacted beyond it.
   */
  mark(position: number): JournalMark;

  /**
   * Makes the journal what it was at the mark, shorter or longer than now. Marks stay valid as long as the store is open. Rejects with
   * INVALID_ARGUMENT for a mark of another store, and changes nothing where entries of the mark are gone.
   */
  restore(mark: JournalMark): Promise<void>;

  /** Snapshots under names. What they contain stays, whatever is restored, compacted or vacuumed. */
  readonly snapshots: SnapshotStore;

  /**
   * Replaces all entries up to `position` by one entry with the events that `events` returns; later entries and marks stay. On an empty journal,
   * begins it with that entry. `events` may be called at any time, and takes as long as there is much on the ledger. Without this method
   * pruned entries stay in the journal.
   */
  compact?(position: number, events: () => readonly LedgerEvent[]): Promise<void>;

  /** The history that ledgers do not hold in memory. Without it, ledgers hold all that happened and was not pruned. */
  readonly archive?: HistoryArchive | undefined;

  /** States that ledgers start with, so that they need not fold the whole journal. Needs {@link archive}. */
  readonly checkpoints?: CheckpointStore | undefined;

  /** Returns a store of its own with the entries of this journal, without its snapshots. Later changes of either are not shared. */
  fork(): Promise<JournalStore>;

  /** Returns the approximate bytes on disk. */
  size?(): Promise<number>;

  /** Gives back the space of entries that no journal contains. Takes long where there is much, and blocks other processes. */
  vacuum?(): Promise<void>;

  /** Why the store refuses every call until it is opened again, such as a full disk; undefined while it works. */
  readonly failure?: LedgerError | undefined;

  /** Releases what the store holds open. May be called again. */
  close(): Promise<void>;
}

/** Hears of changes by other processes. May hear of a change more than once. */
export interface JournalWatcher {
  /** There may be entries that this store has neither written nor read. */
  grown(): void;
  /** The journal was restored: entries that were read may be gone. Nothing is written until the journal was read from the beginning. */
  restored(): void;
}

/** A point of a journal. Opaque; belongs to the store that returned it. */
export interface JournalMark {
  readonly position: number;
}

/** Snapshots under names, which outlast the process where the journal does. */
export interface SnapshotStore {
  /**
   * Keeps a mark of this store under a name, with `content` that describes it, durably. Resolves to undefined and keeps nothing where the name is
   * taken, or `most` snapshots are kept.
   */
  keep(
    name: string,
    mark: JournalMark,
    content: string,
    most: number,
  ): Promise<StoredSnapshot | undefined>;
  list(): Promise<SnapshotList>;
  /** Resolves to false where there is no snapshot of the name. */
  delete(name: string): Promise<boolean>;
}

/** A snapshot as the store keeps it. */
export interface StoredSnapshot {
  /** Unique: a later snapshot of the same name has another one. */
  readonly number: number;
  readonly name: string;
  readonly mark: JournalMark;
  readonly content: string;
  /** Name of the newest older snapshot that the journal of this one contains. */
  readonly parent?: string | undefined;
}

/** The snapshots of a store. */
export interface SnapshotList {
  /** In the order in which they were kept. */
  readonly snapshots: readonly StoredSnapshot[];
  /** Name of the newest snapshot that the present journal contains. */
  readonly current?: string | undefined;
}

/**
 * Records that tell where to find history in the journal. They follow from the journal, and can be built again. A branch of records is written
 * along one journal; after a restore, another branch begins.
 */
export interface HistoryArchive {
  /** How far the newest branch was written, at least. Branch 0 is empty. */
  readonly written: ArchiveReach;
  /** Returns a reader for the present journal. */
  reader(): PastReader;
  /**
   * Writes records into the newest branch or the one after it, durably. `reach` is durable before any of them. Rejects with
   * SERVICE_NOT_RUNNING, and then writes nothing any more.
   */
  write(reach: ArchiveReach, records: readonly PastRecord[]): Promise<void>;
}

/** The last offset, and the last number of coin history, that a branch has records of. */
export interface ArchiveReach {
  readonly branch: number;
  readonly offset: number;
  readonly history: number;
}

/** Checkpoints of states, as lines of text. They follow from the journal: one that is lost or damaged is ignored. */
export interface CheckpointStore {
  /** Position of the checkpoint that was used or written last; 0 where none was. */
  readonly position: number;
  /**
   * Returns what `decode` makes of the newest checkpoint of the present journal; undefined where there is none that is intact, or `decode`
   * cannot use it.
   */
  newest<Decoded>(
    decode: (checkpoint: StoredCheckpoint) => Decoded | undefined,
  ): Promise<Decoded | undefined>;
  /**
   * Writes a checkpoint of the state at a position, while the journal goes on; durable before older ones are deleted. Writes none where the
   * journal does not have the position any more.
   */
  write(position: number, lines: AsyncIterable<string>): Promise<void>;
}

/** The state at a position of the journal, as lines of text. */
export interface StoredCheckpoint {
  readonly position: number;
  readonly lines: readonly string[];
}
