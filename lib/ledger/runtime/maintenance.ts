import { generateCheckpointLines } from "../replay/checkpoints.ts";
import { HistoryEvictor } from "../replay/history-evictor.ts";
import type { JournalEntry } from "../state/journal-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { HistoryArchive } from "../stores/journal-store.ts";
import type { LedgerComponents } from "./ledger-components.ts";

type MaintenanceParts = Pick<
  LedgerComponents,
  "config" | "store" | "folding" | "state" | "reportError"
>;

/**
 * The background work of a ledger whose store keeps history: evicts history from memory, and writes
 * checkpoints.
 */
export class HistoryMaintenance {
  readonly #parts: MaintenanceParts;
  readonly #evictor: HistoryEvictor;
  /**
   * The journal position of the newest checkpoint. The state may be much newer, if the last process
   * was killed.
   */
  #checkpoint: number;
  #writing: Promise<void> | undefined;
  /** True after another process restored the journal, until this process has read it again. */
  #isStale = false;

  /** Returns undefined if the store keeps no history. */
  static createForStore(parts: MaintenanceParts): HistoryMaintenance | undefined {
    const { archive } = parts.store;
    return archive && new HistoryMaintenance(parts, archive);
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

  /** Call it with every durable entry and the state after it. */
  onEntry(entry: JournalEntry, state: LedgerState): void {
    if (!this.#isStale) this.#evictor.onEntry(entry, state);
  }

  /** Call it with the state after a revert. */
  beginEpoch(state: LedgerState): void {
    this.#isStale = false;
    this.#evictor.beginEpoch(state);
    // The newest checkpoint may belong to the journal before the revert.
    this.#checkpoint = 0;
  }

  endEpoch(): void {
    this.#isStale = true;
    this.#evictor.endEpoch();
  }

  async waitForMaintenance(): Promise<void> {
    await this.#evictor.waitForEviction();
    await this.#writing;
  }

  /**
   * Writes a checkpoint of the last state, unless the newest one is recent. No other method may be
   * called until it has resolved.
   */
  async writeLastCheckpoint(state: LedgerState): Promise<void> {
    await this.waitForMaintenance();
    if (this.#isStale || !this.#isBehind(state.position, this.#parts.config.recentEntries)) return;
    try {
      this.#write(await this.#evictor.evictHistory(state));
    } catch {
      // The store has reported its failure.
    }
    await this.waitForMaintenance();
  }

  #isBehind(position: number, entries: number): boolean {
    return this.#parts.store.checkpoints !== undefined && position - this.#checkpoint >= entries;
  }

  /**
   * Writes a checkpoint if there were enough entries since the last one: `entriesPerCheckpoint`,
   * and at least twice the number of active contracts.
   */
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
      await store.checkpoints?.write(
        position,
        generateCheckpointLines(state, evicted, folding.rules),
      );
    } catch (error) {
      // Continue without the checkpoint: the journal contains all data.
      reportError(error);
    }
  }
}
