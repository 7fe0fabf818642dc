import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { Micros, Offset } from "../../base/identifiers/identifiers.ts";
import type { ClockSettings } from "../clock/adjustable-clock.ts";
import type { Snapshot } from "../port/ledger.ts";
import { replayJournal } from "../replay/replay.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { deriveLogEntriesFromEvents } from "../state/log-entries-of.ts";
import type { LogEntry } from "../state/log-entry.ts";
import type { JournalMark } from "../stores/journal-store.ts";
import type { JournalCompactor } from "./compactor.ts";
import type { LedgerEpochs } from "./epochs.ts";
import type { JobQueue } from "./job-queue.ts";
import type { LedgerComponents } from "./ledger-components.ts";
import { ledgerRevertedError } from "./ledger-errors.ts";
import type { PublishedLedgerState } from "./published-ledger-state.ts";
import type { LedgerWriter } from "./writer.ts";

/** The journal position and the clock settings when a snapshot was taken. */
export interface RestorePoint {
  readonly mark: JournalMark;
  readonly clock: ClockSettings;
}

/** An earlier position of the journal. */
export interface JournalPositionAtOffset extends RestorePoint {
  readonly ledgerEnd: Offset;
  /** The record time of the last update or completion. */
  readonly time: Micros;
}

interface SnapshotRestorerParts {
  readonly parts: LedgerComponents;
  readonly queue: JobQueue;
  readonly epochs: LedgerEpochs;
  readonly compactor: JournalCompactor;
  readonly published: PublishedLedgerState;
  readonly writer: LedgerWriter;
}

/**
 * Takes and restores the snapshots of a ledger. Restores run in jobs of the queue, when no write is
 * pending.
 */
export class SnapshotRestorer {
  readonly #deps: SnapshotRestorerParts;
  /** The positions of snapshots that are still in use. */
  readonly #positions = new WeakMap<Snapshot, RestorePoint>();
  #isReading = false;

  constructor(given: SnapshotRestorerParts) {
    this.#deps = given;
  }

  /**
   * True while the journal does not match the published state, because it was restored and is being
   * read.
   */
  get isReading(): boolean {
    return this.#isReading;
  }

  /** Returns a snapshot of a state, which must be durable. */
  takeSnapshot(state: LedgerState): Snapshot {
    const { store, clock } = this.#deps.parts;
    const snapshot: Snapshot = Object.freeze({ state });
    const mark = store.mark(state.position);
    this.#positions.set(snapshot, { mark, clock: clock.reading });
    return snapshot;
  }

  /**
   * Returns the position of a snapshot. Throws INVALID_ARGUMENT for the snapshot of another ledger.
   */
  getSavedPosition(snapshot: Snapshot): RestorePoint {
    const position = this.#positions.get(snapshot);
    if (position !== undefined) return position;
    if (typeof snapshot !== "object" || !("state" in snapshot)) {
      const expected =
        "the result of ledger.snapshot() (ledger.reset() goes back to the beginning)";
      throw createInvalidArgumentError({ field: "snapshot", expected, found: snapshot });
    }
    throw ledgerError("INVALID_ARGUMENT", {
      cause:
        "The snapshot was taken by another ledger. A ledger can revert only to its own snapshots.",
    });
  }

  /**
   * Reads the journal up to the first update or completion after an offset, and returns the position before it. Rejects with
   * INVALID_ARGUMENT for an offset that was pruned or does not exist yet.
   */
  async findPositionAtOffset(offset: Offset): Promise<JournalPositionAtOffset> {
    const { parts, published, queue } = this.#deps;
    this.#assertCurrent();
    const { prunedUpTo, ledgerEnd } = published.state;
    if (!Number.isSafeInteger(offset) || offset < prunedUpTo || offset > ledgerEnd) {
      const expected = `an offset from ${prunedUpTo} to ${ledgerEnd}`;
      throw createInvalidArgumentError({ field: "offset", expected, found: offset });
    }
    let position = 0;
    let last: LogEntry | undefined;
    for await (const entry of parts.store.read(0)) {
      queue.recordProgress();
      const log = deriveLogEntriesFromEvents(entry.events);
      if ((log[0]?.offset ?? 0) > offset) break;
      position = entry.position;
      last = log.at(-1) ?? last;
    }
    const { reading } = parts.clock;
    const time = (last?.update ?? last?.completion)?.recordTime ?? parts.clock.now();
    return {
      mark: parts.store.mark(position),
      clock: reading.frozenAt === undefined ? reading : { ...reading, frozenAt: time },
      ledgerEnd: last?.offset ?? 0,
      time,
    };
  }

  /**
   * Restores a snapshot synchronously, and returns true. Returns false, and does nothing, if the
   * ledger is making a decision or writing, or if its store is not in memory. Raises
   * INVALID_ARGUMENT for the snapshot of another ledger.
   */
  restoreNow(snapshot: Snapshot): boolean {
    const { parts, queue, writer, compactor, published } = this.#deps;
    const { mark, clock } = this.getSavedPosition(snapshot);
    const isBusy =
      !queue.isIdle || writer.pending.size > 0 || compactor.isRunning || published.isPublishing;
    if (parts.store.restoreNow === undefined || isBusy) return false;
    parts.store.restoreNow(mark);
    this.#beginRestoredEpoch(snapshot.state, clock);
    return true;
  }

  /**
   * Restores a snapshot whose state is in memory. Rejects with INVALID_ARGUMENT for the snapshot of
   * another ledger.
   */
  async restoreSnapshot(snapshot: Snapshot): Promise<void> {
    const { mark, clock } = this.getSavedPosition(snapshot);
    await this.#restoreJournal(mark);
    this.#beginRestoredEpoch(snapshot.state, clock);
  }

  /**
   * Restores a snapshot whose state must be read from the journal. Rejects, and does not change the
   * ledger, if the journal cannot be read, or if another process restores it in the meantime.
   */
  async restoreByReading({ mark, clock }: RestorePoint): Promise<Snapshot> {
    const { parts } = this.#deps;
    this.#assertCurrent();
    // Read a shared journal completely before restoring it. If it cannot be read, nothing was
    // restored, so other processes do not have to read the journal again.
    const isShared = parts.store.archive === undefined;
    const state = isShared
      ? await this.#replayStore({ read: () => parts.store.readAt(mark) })
      : await this.#readRestored(mark);
    this.#assertCurrent();
    if (isShared) await this.#restoreJournal(mark);
    parts.time.advanceToRecordTime(state);
    this.#beginRestoredEpoch(state, clock);
    return this.takeSnapshot(state);
  }

  /**
   * Restores the journal first and then reads it, because the history archive always belongs to the
   * current journal.
   */
  async #readRestored(mark: JournalMark): Promise<LedgerState> {
    const { parts, published, writer } = this.#deps;
    const present = published.state;
    const presentMark = parts.store.mark(present.position);
    // Stop evicting first: evicted history would belong to the journal before the restore.
    published.endEpoch();
    await published.maintenanceSettled();
    this.#isReading = true;
    try {
      await this.#restoreJournal(mark);
      return await this.#replayStore(parts.store);
    } catch (error) {
      // If the store does not respond, mark the journal as stale, so that it is read before the
      // next write.
      await this.#restoreJournal(presentMark).catch(() => writer.tailer.invalidate());
      this.#publishRestoredState(present);
      throw error;
    } finally {
      this.#isReading = false;
    }
  }

  #replayStore(store: Parameters<typeof replayJournal>[0]): Promise<LedgerState> {
    const { parts, queue } = this.#deps;
    return replayJournal(store, parts.folding, parts.config.recentEntries, () =>
      queue.recordProgress(),
    );
  }

  /** Throws if another process restored the journal, and this process has not read it again yet. */
  #assertCurrent(): void {
    if (this.#deps.writer.tailer.isStale) throw ledgerRevertedError();
  }

  #restoreJournal(mark: JournalMark): Promise<void> {
    const { parts, compactor, writer } = this.#deps;
    return writer.tailer.withRestore(async () => {
      await compactor.stop();
      await parts.store.restore(mark);
    });
  }

  #beginRestoredEpoch(state: LedgerState, clock: ClockSettings): void {
    // End the epoch before restoring the clock, so that the change of the clock does not run
    // decisions that wait for a time.
    this.#deps.epochs.beginNext();
    this.#deps.parts.clock.restoreReading(clock);
    this.#publishRestoredState(state);
  }

  #publishRestoredState(state: LedgerState): void {
    const { published, writer, compactor } = this.#deps;
    published.beginEpoch(state);
    writer.moveTo(state);
    if (state.evicted !== undefined && !writer.tailer.isStale) compactor.scheduleCompaction(state);
  }
}
