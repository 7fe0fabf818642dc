import { invalidArgument } from "../../base/errors/argument-error.ts";
import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { Micros, Offset } from "../../base/identifiers/identifiers.ts";
import type { ClockReading } from "../clock/adjustable-clock.ts";
import type { Snapshot } from "../port/ledger.ts";
import { replay } from "../replay/replay.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { logEntriesOf } from "../state/log-entries-of.ts";
import type { LogEntry } from "../state/log-entry.ts";
import type { JournalMark } from "../stores/journal-store.ts";
import type { Compactor } from "./compactor.ts";
import type { Epochs } from "./epochs.ts";
import type { JobQueue } from "./job-queue.ts";
import { revertedError } from "./ledger-errors.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import type { PublishedState } from "./published-state.ts";
import type { Writer } from "./writer.ts";

/** Positions of the journal and the clock when a snapshot was taken. */
export interface SavedPosition {
  readonly mark: JournalMark;
  readonly clock: ClockReading;
}

/** A position of the past. */
export interface PositionAtOffset extends SavedPosition {
  readonly ledgerEnd: Offset;
  /** The record time of the last update or completion. */
  readonly time: Micros;
}

interface SnapshotRestorerParts {
  readonly parts: LedgerParts;
  readonly queue: JobQueue;
  readonly epochs: Epochs;
  readonly compactor: Compactor;
  readonly published: PublishedState;
  readonly writer: Writer;
}

/** Takes the snapshots of a ledger and restores them. Restores run in jobs of the queue while nothing is pending. */
export class SnapshotRestorer {
  readonly #given: SnapshotRestorerParts;
  /** A position lasts as long as its snapshot. */
  readonly #positions = new WeakMap<Snapshot, SavedPosition>();
  #isReading = false;

  constructor(given: SnapshotRestorerParts) {
    this.#given = given;
  }

  /** Returns true while the journal differs from the state shown, because it is being read. */
  get isReading(): boolean {
    return this.#isReading;
  }

  /** `state`: durable. */
  take(state: LedgerState): Snapshot {
    const { store, clock } = this.#given.parts;
    const snapshot: Snapshot = Object.freeze({ state });
    const mark = store.mark(state.position);
    this.#positions.set(snapshot, { mark, clock: clock.reading });
    return snapshot;
  }

  /** Throws INVALID_ARGUMENT for the snapshot of another ledger. */
  positionOf(snapshot: Snapshot): SavedPosition {
    const position = this.#positions.get(snapshot);
    if (position !== undefined) return position;
    throw ledgerError("INVALID_ARGUMENT", {
      cause:
        "The snapshot was taken by another ledger; a ledger reverts to its own snapshots only.",
    });
  }

  /**
   * Reads the journal up to the first update or completion after an offset, and returns the position before it. Rejects with
   * INVALID_ARGUMENT for an offset that was pruned or does not exist yet.
   */
  async positionAt(offset: Offset): Promise<PositionAtOffset> {
    const { parts, published, queue } = this.#given;
    this.#assertCurrent();
    const { prunedUpTo, ledgerEnd } = published.state;
    if (!Number.isSafeInteger(offset) || offset < prunedUpTo || offset > ledgerEnd) {
      const expected = `an offset from ${prunedUpTo} to ${ledgerEnd}`;
      throw invalidArgument({ field: "offset", expected, found: offset });
    }
    let position = 0;
    let last: LogEntry | undefined;
    for await (const entry of parts.store.read(0)) {
      queue.progress();
      const log = logEntriesOf(entry.events);
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
   * Restores a state before it returns. Returns false, and does nothing, while the ledger decides or writes, and with a store that is not in
   * memory. Raises INVALID_ARGUMENT for the snapshot of another ledger.
   */
  restoreNow(snapshot: Snapshot): boolean {
    const { parts, queue, writer, compactor, published } = this.#given;
    const { mark, clock } = this.positionOf(snapshot);
    const isBusy =
      !queue.isIdle || writer.pending.size > 0 || compactor.isRunning || published.isPublishing;
    if (parts.store.restoreNow === undefined || isBusy) return false;
    parts.store.restoreNow(mark);
    this.#begin(snapshot.state, clock);
    return true;
  }

  /** Restores a state that is in memory. Rejects with INVALID_ARGUMENT for the snapshot of another ledger. */
  async restore(snapshot: Snapshot): Promise<void> {
    const { mark, clock } = this.positionOf(snapshot);
    await this.#restoreJournal(mark);
    this.#begin(snapshot.state, clock);
  }

  /**
   * Restores a state that has to be read from the journal. If it cannot be read, or another process restores the journal meanwhile,
   * rejects, and the ledger does not change.
   */
  async restoreByReading({ mark, clock }: SavedPosition): Promise<Snapshot> {
    const { parts } = this.#given;
    this.#assertCurrent();
    // A shared journal is restored once all of it was read: other processes need not start again for one that cannot be read.
    const isShared = parts.store.archive === undefined;
    const state = isShared
      ? await this.#replayed({ read: () => parts.store.readAt(mark) })
      : await this.#readRestored(mark);
    this.#assertCurrent();
    if (isShared) await this.#restoreJournal(mark);
    parts.time.advanceToRecordTime(state);
    this.#begin(state, clock);
    return this.take(state);
  }

  /** Restores the journal first, because the history archive is written along the journal as it is. */
  async #readRestored(mark: JournalMark): Promise<LedgerState> {
    const { parts, published, writer } = this.#given;
    const present = published.state;
    const here = parts.store.mark(present.position);
    // What is evicted from now on would be of another journal.
    published.endEpoch();
    await published.maintenanceSettled();
    this.#isReading = true;
    try {
      await this.#restoreJournal(mark);
      return await this.#replayed(parts.store);
    } catch (error) {
      // If the store does not answer, the journal is read before anything is written to it.
      await this.#restoreJournal(here).catch(() => writer.tailer.invalidate());
      this.#show(present);
      throw error;
    } finally {
      this.#isReading = false;
    }
  }

  #replayed(store: Parameters<typeof replay>[0]): Promise<LedgerState> {
    const { parts, queue } = this.#given;
    return replay(store, parts.folding, parts.config.recentEntries, () => queue.progress());
  }

  /** Throws if another process restored the journal and it was not read since. */
  #assertCurrent(): void {
    if (this.#given.writer.tailer.isStale) throw revertedError();
  }

  #restoreJournal(mark: JournalMark): Promise<void> {
    const { parts, compactor, writer } = this.#given;
    return writer.tailer.restoring(async () => {
      await compactor.stop();
      await parts.store.restore(mark);
    });
  }

  #begin(state: LedgerState, clock: ClockReading): void {
    // Before the clock is restored: a decision that waits for a time must not run because the clock went back.
    this.#given.epochs.beginNext();
    this.#given.parts.clock.restore(clock);
    this.#show(state);
  }

  #show(state: LedgerState): void {
    const { published, writer, compactor } = this.#given;
    published.beginEpoch(state);
    writer.moveTo(state);
    if (state.evicted !== undefined && !writer.tailer.isStale) compactor.schedule(state);
  }
}
