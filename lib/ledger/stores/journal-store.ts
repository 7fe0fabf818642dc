import type { JournalEntry, LedgerEvent } from "../state/ledger-event.ts";

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
   * Resolves to false, writing nothing, when the journal does not end right before `position`.
   */
  append(position: number, events: readonly LedgerEvent[]): Promise<boolean>;

  /**
   * As {@link append}, for a ledger that goes on deciding meanwhile: undefined, at once, when the journal does not end
   * right before `position`, what waits to be written included. Otherwise resolves in the order of the calls: to true once the entry is
   * durable, to false when another process had written there first; rejects when it is not written. After either, none that
   * was asked for before that was known is written. A store need not have it: its ledgers wait for each entry.
   */
  enqueue?(position: number, events: readonly LedgerEvent[]): Promise<boolean> | undefined;

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
   * valid. Rejects with INVALID_ARGUMENT for a mark of another store.
   */
  restore(mark: JournalMark): Promise<void>;

  /**
   * Puts one entry at `position`, with the events that `events` gives, in the place of all entries up to there,
   * which it stands for; what follows stays, and so do marks. A store need not, and then keeps all that was ever
   * written. `events` may be called at any time, each time anew, and takes as long as what is on the ledger.
   */
  compact?(position: number, events: () => readonly LedgerEvent[]): Promise<void>;

  /** A store of its own that starts with this journal; later changes of either are not shared. */
  fork(): Promise<JournalStore>;

  /** Releases what the store holds open. Further calls reject with SERVICE_NOT_RUNNING. */
  close(): Promise<void>;
}

/** Hears of what other processes do to a journal. It may hear of the same thing more than once. */
export interface JournalWatcher {
  /** There are entries that this store has neither written nor read. */
  grown(): void;
  /** It was restored: what was read of it need not be so any more, and nothing is written until it is read from the beginning. */
  restored(): void;
}

/** Opaque; belongs to the store that gave it. */
export interface JournalMark {
  readonly position: number;
}
