import type { LedgerError } from "../../ground/errors/ledger-error.ts";
import type { PastRecord } from "../state/leave-memory.ts";
import type { JournalEntry, LedgerEvent } from "../state/ledger-event.ts";
import type { PastReader } from "../state/past.ts";

/**
 * Where the journal lives. The journal is the truth; the state is a fold over it. Every adapter
 * passes `test/ledger/stores/journal-store-contract.ts`; the memory store is the reference.
 *
 * Several ledgers may share one store: `append` succeeds only for the one that knew the newest
 * position, the others read what was written and decide again. A journal that several ledgers write
 * must not be restored where the store has no {@link watch}: those that have read further would not notice.
 */
export interface JournalStore {
  /**
   * Appends one entry at `position` (the last position + 1), durably once the promise resolves.
   * Resolves to false, writing nothing, when the journal does not end right before `position`. `tellSize` is told at once how many bytes its
   * text has; a store that makes none tells nothing.
   */
  append(
    position: number,
    events: readonly LedgerEvent[],
    tellSize?: (bytes: number) => void,
  ): Promise<boolean>;

  /**
   * As {@link append}, for a ledger that goes on deciding meanwhile: undefined, at once, when the journal does not end
   * right before `position`, what waits to be written included. Otherwise resolves in the order of the calls: to true once the entry is
   * durable, to false when another process had written there first; rejects when it is not written. After either, none that
   * was asked for before that was known is written; after false, none is taken until what the other wrote was read. A store need not have it: its ledgers wait for each entry.
   */
  enqueue?(
    position: number,
    events: readonly LedgerEvent[],
    tellSize?: (bytes: number) => void,
  ): Promise<boolean> | undefined;

  /**
   * For a journal that several processes write: tells what others do to it from now on, and what they have done since the
   * store was read last. Returns how to stop.
   */
  watch?(watcher: JournalWatcher): () => void;

  /**
   * Entries after `after`, ascending, without gaps, as of the first request for one. Where entries behind `after`
   * were compacted, begins with the one that stands for them.
   */
  read(after: number): AsyncIterable<JournalEntry>;

  /** The position of the newest entry; 0 when empty. */
  position(): Promise<number>;

  /**
   * A point to come back to: the journal up to and including `position`. Costs nothing that grows
   * with the journal. Raises INVALID_ARGUMENT when the journal does not reach that far, or was compacted beyond.
   */
  mark(position: number): JournalMark;

  /**
   * Makes the journal what it was at the mark: shorter, or again as long as it once was. Marks stay
   * valid. Rejects with INVALID_ARGUMENT for a mark of another store, and with LEDGER_API_INTERNAL_ERROR, with nothing done, where what it marks is gone.
   */
  restore(mark: JournalMark): Promise<void>;

  /**
   * As {@link restore}, if the journal is as this store took it back to the mark `from`, and nobody has written to it or taken it elsewhere since;
   * resolves to whether it was. A store that no other process writes need not have it.
   */
  restoreFrom?(from: JournalMark, mark: JournalMark): Promise<boolean>;

  /**
   * Puts one entry at `position`, with the events that `events` gives, in the place of all entries up to there,
   * which it stands for; what follows stays, and so do marks. A store need not, and then keeps all that was ever
   * written. `events` may be called at any time, each time anew, and takes as long as what is on the ledger.
   */
  compact?(position: number, events: () => readonly LedgerEvent[]): Promise<void>;

  /**
   * Keeps what ledgers do not hold in memory. Where a store has none, its ledgers hold all that happened and was not pruned.
   */
  readonly past?: PastStore | undefined;

  /** Keeps what ledgers begin with, so that they need not fold the whole journal. */
  readonly checkpoints?: CheckpointStore | undefined;

  /** Keeps marks under names, so that there is something to come back to when the store is opened next. */
  readonly marks?: MarkStore;

  /** A store of its own that starts with this journal, without the marks that are kept; later changes of either are not shared. */
  fork(): Promise<JournalStore>;

  /** Bytes that it takes where it is kept, about. A store in memory has none. */
  size?(): Promise<number>;

  /**
   * Gives back the room of what is in no journal any more, which may take as long as there is much in it. Nobody else should have it
   * open, as they wait meanwhile.
   */
  tidy?(): Promise<void>;

  /** Why the store refuses every call until it is opened again, such as a full disk or damaged data; undefined while it works. */
  readonly failure?: LedgerError | undefined;

  /** Releases what the store holds open. Further calls reject with SERVICE_NOT_RUNNING, but for `close`, which may be called again. */
  close(): Promise<void>;
}

/** Hears of what other processes do to a journal. It may hear of the same thing more than once. */
export interface JournalWatcher {
  /** There are entries that this store has neither written nor read. */
  grown(): void;
  /** It was restored: what was read of it need not be so any more, and nothing is written until it is read from the beginning. */
  restored(): void;
}

/**
 * What of a ledger is not held in memory, as records that follow from the journal, in branches: a branch is written
 * along one journal, and never again where that went back. The journal tells everything that happened; the records tell where.
 */
export interface PastStore {
  /** How far the newest branch was written, at least: numbers of what its records may tell. Branch 0 is empty. */
  readonly written: PastReach;
  /** For the journal as it is now. */
  reader(): PastReader;
  /**
   * Puts records into a branch, the newest or the one after it, durably once it resolves. `reach` is known, and durable, before any of
   * them. Rejects with SERVICE_NOT_RUNNING; then nothing is written any more.
   */
  write(reach: PastReach, records: readonly PastRecord[]): Promise<void>;
}

/** The last offset, and the last number of coin history, of which there are records in a branch. */
export interface PastReach {
  readonly branch: number;
  readonly offset: number;
  readonly history: number;
}

/**
 * Checkpoints of states, as lines of text. What is in them follows from the journal: one that is gone, or not as it was written, is
 * no loss.
 */
export interface CheckpointStore {
  /** Position of the checkpoint that was used or written last; 0 where none was. */
  readonly position: number;
  /**
   * Returns what `decode` makes of the newest checkpoint of the present journal; undefined where there is none that is intact, or `decode` cannot
   * use it.
   */
  newest<Decoded>(
    decode: (checkpoint: StoredCheckpoint) => Decoded | undefined,
  ): Promise<Decoded | undefined>;
  /**
   * Writes one of the state at a position, while the journal goes on; durable and read again before those before it go. Writes none where
   * the journal does not have the position any more.
   */
  write(position: number, lines: AsyncIterable<string>): Promise<void>;
}

/** A checkpoint as it is kept. */
export interface StoredCheckpoint {
  readonly position: number;
  readonly lines: readonly string[];
}

/** Opaque; belongs to the store that gave it. */
export interface JournalMark {
  readonly position: number;
}

/**
 * Marks that are kept: what they mark is there as long as they are, whatever is restored, compacted or tidied, and they are there for whoever
 * opens the store next, or has it open as well. Their number is bounded by who asks.
 */
export interface MarkStore {
  /**
   * Keeps a mark of this store under a name, with a text that tells of it; all of that is durable once it resolves, and none of it
   * is kept where it rejects. Resolves to undefined, keeping nothing, where the name is taken, or `most` are kept already.
   */
  keep(name: string, mark: JournalMark, text: string, most: number): Promise<KeptMark | undefined>;
  /** All that are kept by now. Rejects with LEDGER_API_INTERNAL_ERROR for what is not as it was written. */
  list(): Promise<KeptMarks>;
  /**
   * Reads what it marks and the journal as it is does not have. `goesOn` hears of each entry. Rejects with LEDGER_API_INTERNAL_ERROR for
   * what is not as it was written.
   */
  check(kept: KeptMark, goesOn?: () => void): Promise<void>;
  /** False where there is none of the name. */
  forget(name: string): Promise<boolean>;
}

/** A mark that is kept. */
export interface KeptMark {
  /** No other one has it, not under the same name at another time either. */
  readonly number: number;
  readonly name: string;
  readonly mark: JournalMark;
  readonly text: string;
}

/** The marks that are kept, and how they follow from each other. */
export interface KeptMarks {
  /** In the order in which they were kept. */
  readonly marks: readonly KeptMark[];
  /** By name, the one that its journal came through last, of those that were kept before. */
  readonly after: ReadonlyMap<string, string>;
  /** The one that the journal as it is came through last; undefined for none. */
  readonly passed: string | undefined;
}
