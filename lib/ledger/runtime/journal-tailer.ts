import { systemUser } from "../../base/scheduling/fair-queue.ts";
import type { Package } from "../../contracts/engine/package.ts";
import { replay } from "../replay/replay.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { Compactor } from "./compactor.ts";
import type { Epochs } from "./epochs.ts";
import type { JobQueue } from "./job-queue.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import type { PendingWrites } from "./pending-writes.ts";
import type { PublishedState } from "./published-state.ts";

/** The writer, as far as the tailer needs it. */
interface TailedWriter {
  readonly pending: PendingWrites;
  readonly moveTo: (state: LedgerState) => void;
}

interface JournalTailerParts {
  readonly parts: LedgerParts;
  readonly queue: JobQueue;
  readonly writer: TailedWriter;
  readonly epochs: Epochs;
  readonly compactor: Compactor;
  readonly published: PublishedState;
}

/** Reads what other processes write to the journal of a ledger (docs/decisions/0063). */
export class JournalTailer {
  /** True if another process restored the journal and it was not read since. */
  isStale = false;
  readonly #given: JournalTailerParts;
  /** Number of restores of the journal by other processes, and how many of them were read. */
  #restores = { heard: 0, read: 0 };
  #isFollowing = false;
  #unwatch: (() => void) | undefined;

  constructor(given: JournalTailerParts) {
    this.#given = given;
  }

  begin(): void {
    const { parts, published, compactor } = this.#given;
    this.#unwatch = parts.store.watch?.({
      grown: () => this.#follow(),
      restored: () => {
        this.invalidate();
        // At once: the store must keep nothing of the old journal as part of the new one.
        published.endEpoch();
        void compactor.stop();
        this.#follow();
      },
    });
  }

  end(): void {
    this.#unwatch?.();
  }

  /** Tells that the journal may differ from the state shown: it has to be read from the beginning. */
  invalidate(): void {
    this.#restores.heard++;
    this.isStale = true;
  }

  /** Restores the journal by `restore`. A restore of another process that is heard of meanwhile may come after it. */
  async restoring(restore: () => Promise<void>): Promise<void> {
    const { heard } = this.#restores;
    await restore();
    this.#noteRead(heard);
  }

  /** Reads what other processes have written. Nothing of this ledger may be pending. */
  async catchUp(packages: readonly Package[] = []): Promise<void> {
    const { parts, queue, writer, published } = this.#given;
    for await (const entry of parts.store.read(published.state.position)) {
      queue.progress();
      // A store tells of a restore with the first entry at the latest.
      if (this.isStale) break;
      const state = published.fold(published.state, entry, packages);
      writer.moveTo(state);
      // Before anything is decided on it.
      parts.time.advanceToRecordTime(state);
      published.publish(entry, state);
    }
    while (this.isStale) await this.#readAgain();
  }

  /** Reads the journal that another process restored. */
  async #readAgain(): Promise<void> {
    const { parts, queue, writer, epochs, compactor, published } = this.#given;
    const { heard } = this.#restores;
    await compactor.stop();
    await published.maintenanceSettled();
    const onProgress = (): void => queue.progress();
    const state = await replay(parts.store, parts.folding, parts.config.recentEntries, onProgress);
    if (heard !== this.#restores.heard) return;
    this.#noteRead(heard);
    parts.time.advanceToRecordTime(state);
    epochs.beginNext();
    published.beginEpoch(state);
    writer.moveTo(state);
    if (state.evicted !== undefined) compactor.schedule(state);
  }

  #noteRead(restores: number): void {
    this.#restores.read = restores;
    this.isStale = restores < this.#restores.heard;
  }

  /** Reads what other processes wrote, in a job of the queue. While writes are pending, their end brings it along. */
  #follow(): void {
    const { parts, queue, writer } = this.#given;
    if (this.#isFollowing || queue.isClosed) return;
    this.#isFollowing = true;
    writer.pending
      .drained()
      .then(() =>
        queue.run(async () => {
          // What is heard from now on may come after what is about to be read.
          this.#isFollowing = false;
          if (writer.pending.size === 0) await this.catchUp();
          else this.#follow();
        }, systemUser),
      )
      .catch((error: unknown) => {
        this.#isFollowing = false;
        if (!queue.isClosed) parts.reportError(error);
      });
  }
}
