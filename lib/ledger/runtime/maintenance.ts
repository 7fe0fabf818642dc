import { checkpointLines } from "../replay/checkpoints.ts";
import { HistoryEvictor } from "../replay/history-evictor.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { HistoryArchive } from "../stores/journal-store.ts";
import type { LedgerParts } from "./ledger-parts.ts";

type MaintenanceParts = Pick<LedgerParts, "config" | "store" | "folding" | "state" | "reportError">;

/** Background work of a ledger whose store keeps its history: evicts history from memory, and writes checkpoints. */
export class Maintenance {
  readonly #parts: MaintenanceParts;
  readonly #evictor: HistoryEvictor;
  /** The position of the newest checkpoint. The state may be further, if the last process did not end in order. */
  #checkpoint: number;
  #writing: Promise<void> | undefined;
  /** True from a restore of the journal by another process until it was read. */
  #isStale = false;

  /** Returns undefined if the store keeps no history. */
  static of(parts: MaintenanceParts): Maintenance | undefined {
    const { archive } = parts.store;
    return archive && new Maintenance(parts, archive);
  }

  private constructor(parts: MaintenanceParts, archive: HistoryArchive) {
    this.#parts = parts;
    this.#checkpoint = parts.store.checkpoints?.position ?? 0;
    this.#evictor = new HistoryEvictor(parts.store, archive, {
      window: parts.config.recentEntries,
      reportError: parts.reportError,
      onEvicted: (position, state) => this.#onEvicted(position, state),
    });
    this.#evictor.beginEpoch(parts.state);
  }

  withoutEvicted(state: LedgerState): LedgerState {
    return this.#evictor.withoutEvicted(state);
  }

  /** To be called with every durable entry and the state after it. */
  onEntry(entry: JournalEntry, state: LedgerState): void {
    if (!this.#isStale) this.#evictor.onEntry(entry, state);
  }

  /** To be called with the state that a revert went to. */
  beginEpoch(state: LedgerState): void {
    this.#isStale = false;
    this.#evictor.beginEpoch(state);
    // The newest checkpoint may be of a journal that is gone.
    this.#checkpoint = 0;
  }

  endEpoch(): void {
    this.#isStale = true;
    this.#evictor.endEpoch();
  }

  async settled(): Promise<void> {
    await this.#evictor.settled();
    await this.#writing;
  }

  /** Writes a checkpoint of the last state, unless the newest one is recent. Nothing else may run meanwhile. */
  async writeLastCheckpoint(state: LedgerState): Promise<void> {
    await this.settled();
    if (this.#isStale || !this.#isBehind(state.position, this.#parts.config.recentEntries)) return;
    try {
      this.#write(await this.#evictor.evict(state));
    } catch {
      // The store has reported its failure.
    }
    await this.settled();
  }

  #isBehind(position: number, entries: number): boolean {
    return this.#parts.store.checkpoints !== undefined && position - this.#checkpoint >= entries;
  }

  /** A checkpoint is due after so many entries, or twice as many as there are active contracts. */
  #onEvicted(position: number, evicted: () => LedgerState): void {
    if (!this.#isBehind(position, this.#parts.config.entriesPerCheckpoint)) return;
    const state = evicted();
    if (position - this.#checkpoint >= 2 * state.active.all.size) this.#write(state);
  }

  /** Does nothing while a checkpoint is being written. */
  #write(state: LedgerState): void {
    this.#writing ??= this.#writeCheckpoint(state).finally(() => (this.#writing = undefined));
  }

  async #writeCheckpoint(state: LedgerState): Promise<void> {
    const { evicted, position } = state;
    const { store, folding, reportError } = this.#parts;
    if (evicted === undefined) return;
    this.#checkpoint = position;
    try {
      await store.checkpoints?.write(position, checkpointLines(state, evicted, folding.rules));
    } catch (error) {
      // Nothing is lost: the journal has everything.
      reportError(error);
    }
  }
}
