import { systemUser } from "../../base/scheduling/fair-queue.ts";
import type { Package } from "../../contracts/engine/package.ts";
import { replayJournal } from "../replay/replay.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalCompactor } from "./compactor.ts";
import type { LedgerEpochs } from "./epochs.ts";
import type { JobQueue } from "./job-queue.ts";
import type { LedgerComponents } from "./ledger-components.ts";
import type { PendingWrites } from "./pending-writes.ts";
import type { PublishedLedgerState } from "./published-ledger-state.ts";

/** The part of the writer that the tailer uses. */
interface TailedWriter {
  readonly pending: PendingWrites;
  readonly moveTo: (state: LedgerState) => void;
}

interface JournalTailerParts {
  readonly parts: LedgerComponents;
  readonly queue: JobQueue;
  readonly writer: TailedWriter;
  readonly epochs: LedgerEpochs;
  readonly compactor: JournalCompactor;
  readonly published: PublishedLedgerState;
}

/** Reads what other processes write to the journal of a ledger (docs/decisions/0063). */
export class SharedJournalTailer {
  /** True if the journal may differ from the published state, and was not read again yet. */
  isStale = false;
  readonly #deps: JournalTailerParts;
  /** Number of calls of {@link invalidate}. It shows whether another call came during a wait. */
  #invalidations = 0;
  #isFollowing = false;
  #unwatch: (() => void) | undefined;

  constructor(given: JournalTailerParts) {
    this.#deps = given;
  }

  startTailing(): void {
    const { parts, published, compactor } = this.#deps;
    this.#unwatch = parts.store.watch?.({
      grown: () => this.#scheduleCatchUp(),
      restored: () => {
        this.invalidate();
        // Do this at once, so that history of the old journal is not archived as part of the new
        // one.
        published.endEpoch();
        void compactor.stop();
        this.#scheduleCatchUp();
      },
    });
  }

  stopTailing(): void {
    this.#unwatch?.();
  }

  /**
   * Call it when the journal may no longer match the published state. The journal is then read
   * again from the beginning.
   */
  invalidate(): void {
    this.#invalidations++;
    this.isStale = true;
  }

  /**
   * Runs `restore`, which restores the journal. If this process is notified of another process's
   * restore in the meantime, the journal is read again, because that restore may have come last.
   */
  async withRestore(restore: () => Promise<void>): Promise<void> {
    const before = this.#invalidations;
    await restore();
    this.isStale = this.#invalidations > before;
  }

  /**
   * Reads and publishes the entries that other processes have written. This ledger must have no
   * pending writes.
   */
  async catchUp(packages: readonly Package[] = []): Promise<void> {
    const { parts, queue, writer, published } = this.#deps;
    for await (const entry of parts.store.read(published.state.position)) {
      queue.recordProgress();
      // A store reports a restore before or with the first entry.
      if (this.isStale) break;
      const state = published.computeNextState(published.state, entry, packages);
      writer.moveTo(state);
      // Advance the clock before the next decision.
      parts.time.advanceToRecordTime(state);
      published.publishEntry(entry, state);
    }
    while (this.isStale) await this.#readAgain();
  }

  /** Reads the journal from the beginning after another process has restored it. */
  async #readAgain(): Promise<void> {
    const { parts, queue, writer, epochs, compactor, published } = this.#deps;
    const before = this.#invalidations;
    await compactor.stop();
    await published.maintenanceSettled();
    const onProgress = (): void => queue.recordProgress();
    const state = await replayJournal(
      parts.store,
      parts.folding,
      parts.config.recentEntries,
      onProgress,
    );
    if (this.#invalidations > before) return;
    this.isStale = false;
    parts.time.advanceToRecordTime(state);
    epochs.beginNext();
    published.beginEpoch(state);
    writer.moveTo(state);
    if (state.evicted !== undefined) compactor.scheduleCompaction(state);
  }

  /**
   * Reads the entries of other processes in a job of the queue, after the pending writes have
   * ended.
   */
  #scheduleCatchUp(): void {
    const { parts, queue, writer } = this.#deps;
    if (this.#isFollowing || queue.isClosed) return;
    this.#isFollowing = true;
    writer.pending
      .waitUntilEmpty()
      .then(() =>
        queue.run(async () => {
          // Reset the flag first: a notification from now on may be about entries that this read
          // does not see.
          this.#isFollowing = false;
          if (writer.pending.size === 0) await this.catchUp();
          else this.#scheduleCatchUp();
        }, systemUser),
      )
      .catch((error: unknown) => {
        this.#isFollowing = false;
        if (!queue.isClosed) parts.reportError(error);
      });
  }
}
