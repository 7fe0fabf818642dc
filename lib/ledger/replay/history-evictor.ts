import type { Offset } from "../../base/identifiers/identifiers.ts";
import { type EvictedHistory, getEndOfEvictedRanges } from "../state/evicted-history.ts";
import {
  createStateWithoutEvicted,
  emptyHistoryArchiveLocation,
  type EvictedEntryKeys,
  selectHistoryToEvict,
} from "../state/eviction.ts";
import type { JournalEntry } from "../state/journal-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { deriveLogEntriesFromEvents } from "../state/log-entries-of.ts";
import type { ArchiveExtent, HistoryArchive, JournalStore } from "../stores/journal-store.ts";

/** The history that is in the archive, so that states do not need it in memory. */
interface LastEviction {
  readonly history: EvictedHistory;
  readonly keys: EvictedEntryKeys;
}

interface HistoryEvictorOptions {
  /** Number of entries that stay in memory; sometimes up to twice as many. */
  readonly window: number;
  readonly reportError?: (error: unknown) => void;
  /**
   * Called after an eviction with the journal position of the evicted state; `state` returns that
   * state without the evicted history.
   */
  readonly onEvicted?: (position: number, state: () => LedgerState) => void;
}

/** Moves history from memory to the history archive of the store, in the background. */
export class HistoryEvictor {
  readonly #store: Pick<JournalStore, "read">;
  readonly #archive: HistoryArchive;
  readonly #options: HistoryEvictorOptions;
  /** The journal positions of the offsets since the last eviction. */
  #positions = new Map<Offset, number>();
  /** The positions that {@link #positions} covers without a gap. */
  #covered: { readonly after: number; readonly upTo: number } | undefined;
  /** The durable state to evict next, once it is old enough. */
  #next: LedgerState | undefined;
  #evicted: LastEviction | undefined;
  #evicting: Promise<void> | undefined;
  #epoch = 0;
  #hasFailed = false;

  constructor(
    store: Pick<JournalStore, "read">,
    archive: HistoryArchive,
    options: HistoryEvictorOptions,
  ) {
    this.#store = store;
    this.#archive = archive;
    this.#options = options;
  }

  /** Returns the same state without the evicted history. */
  withoutEvicted(state: LedgerState): LedgerState {
    const evicted = this.#evicted;
    if (evicted === undefined || state.evicted === evicted.history) return state;
    return createStateWithoutEvicted(state, evicted.history, evicted.keys);
  }

  /** Called with every durable entry and the state after it. */
  onEntry(entry: JournalEntry, state: LedgerState): void {
    this.recordOffsets(entry);
    const isLate = this.#evicted !== undefined && state.evicted !== this.#evicted.history;
    if (isLate || this.#evicting !== undefined || this.#hasFailed) return;
    this.#next ??= state;
    if (state.position < this.#next.position + this.#options.window) return;
    this.#evicting = this.#archiveHistoryInBackground(this.#next);
    this.#next = state;
  }

  /** Records which offsets an entry has, for a later {@link evictHistory}. */
  recordOffsets({ position, events }: JournalEntry): void {
    for (const { offset } of deriveLogEntriesFromEvents(events)) {
      this.#positions.set(offset, position);
    }
    const after = this.#covered?.upTo === position - 1 ? this.#covered.after : position - 1;
    this.#covered = { after, upTo: position };
  }

  /** Discards all data about the journal, and starts again with the state after a revert. */
  beginEpoch(state: LedgerState): void {
    this.endEpoch();
    this.#next = state;
  }

  /** Discards all data about the journal, because it has been replaced. */
  endEpoch(): void {
    this.#epoch++;
    this.#evicted = undefined;
    this.#covered = undefined;
    this.#positions.clear();
    this.#next = undefined;
  }

  /**
   * Evicts all history of a durable state, and resolves to the state without it. Do not call other
   * methods until it has resolved.
   */
  async evictHistory(state: LedgerState): Promise<LedgerState> {
    await this.waitForEviction();
    const remaining = this.withoutEvicted(state);
    const { history, keys } = await this.#write(remaining);
    this.#next = undefined;
    return createStateWithoutEvicted(remaining, history, keys);
  }

  async waitForEviction(): Promise<void> {
    await this.#evicting;
  }

  /** Returns true if there are enough new entries since the last eviction. */
  isDue({ position, evicted }: LedgerState): boolean {
    return position >= (evicted?.position ?? 0) + this.#options.window;
  }

  async #archiveHistoryInBackground(state: LedgerState): Promise<void> {
    try {
      const held = this.withoutEvicted(state);
      const { history, keys } = await this.#write(held);
      if (this.#evicted?.history === history) {
        this.#options.onEvicted?.(state.position, () =>
          createStateWithoutEvicted(held, history, keys),
        );
      }
    } catch (error) {
      // The ledger continues with its history in memory.
      this.#hasFailed = true;
      this.#options.reportError?.(error);
    } finally {
      this.#evicting = undefined;
    }
  }

  async #write(state: LedgerState): Promise<LastEviction> {
    const epoch = this.#epoch;
    const { branch } = this.#chooseArchiveBranch(state);
    const positions = await this.#findJournalPositions(state);
    const reader = this.#archive.reader();
    const { records, keys, log, history } = selectHistoryToEvict(state, branch, positions);
    const extent = {
      branch,
      offset: getEndOfEvictedRanges(log, 0),
      history: getEndOfEvictedRanges(history, -1),
    };
    await this.#archive.write(extent, records);
    const evicted = { history: { reader, position: state.position, log, history }, keys };
    if (epoch === this.#epoch) this.#storeLastEviction(evicted);
    return evicted;
  }

  #storeLastEviction(evicted: LastEviction): void {
    this.#evicted = evicted;
    for (const [offset, position] of this.#positions) {
      if (position <= evicted.history.position) this.#positions.delete(offset);
    }
    if (this.#covered !== undefined) {
      this.#covered = { ...this.#covered, after: evicted.history.position };
    }
  }

  /**
   * Returns the archive branch to write to: the newest branch if its content ends exactly where
   * this state's evicted history ends; otherwise a new branch.
   */
  #chooseArchiveBranch({ evicted }: LedgerState): ArchiveExtent {
    const { written } = this.#archive;
    const { log, history } = evicted ?? emptyHistoryArchiveLocation;
    const offset = getEndOfEvictedRanges(log, 0);
    const number = getEndOfEvictedRanges(history, -1);
    const branch = (log.at(-1) ?? history.at(-1))?.branch ?? 0;
    const isContinued =
      written.offset === offset && written.history === number && written.branch === branch;
    return isContinued && branch > 0
      ? written
      : { branch: written.branch + 1, offset, history: number };
  }

  /**
   * Returns the journal positions of the offsets to evict. If some are missing, as after a restore,
   * reads them from the journal.
   */
  async #findJournalPositions(state: LedgerState): Promise<ReadonlyMap<Offset, number>> {
    const begin = state.evicted?.position ?? 0;
    if (this.#covered !== undefined && this.#covered.after <= begin) return this.#positions;
    const positions = new Map<Offset, number>();
    for await (const { position, events } of this.#store.read(begin)) {
      if (position > state.position) break;
      for (const { offset } of deriveLogEntriesFromEvents(events)) positions.set(offset, position);
    }
    return positions;
  }
}
