import type { Package } from "../../contracts/engine/package.ts";
import { createAbortablePromise, type SettleCallbacks } from "../port/abortable.ts";
import { foldJournalEntry } from "../replay/fold-entry.ts";
import type { JournalEntry } from "../state/journal-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { AssignmentTimer } from "./assignment-timer.ts";
import type { LedgerComponents } from "./ledger-components.ts";
import { ledgerClosedError } from "./ledger-errors.ts";
import { HistoryMaintenance } from "./maintenance.ts";

type EntryListener = (entry: JournalEntry) => void;

/** The newest durable state, which all readers see, and the listeners to its changes. */
export class PublishedLedgerState {
  readonly #parts: LedgerComponents;
  readonly #assignments: AssignmentTimer;
  /** Undefined if the store keeps no history. Then all history stays in memory. */
  readonly #maintenance: HistoryMaintenance | undefined;
  #listeners: readonly EntryListener[] = [];
  #waiting = new Set<SettleCallbacks>();
  #state: LedgerState;
  #isPublishing = false;

  constructor(parts: LedgerComponents, assignments: AssignmentTimer) {
    this.#parts = parts;
    this.#assignments = assignments;
    this.#maintenance = HistoryMaintenance.createForStore(parts);
    this.#state = parts.state;
    assignments.onStateChange(parts.state);
  }

  get state(): LedgerState {
    return this.#state;
  }

  /** Calls the listener with every entry, in order. Returns the unsubscribe function. */
  subscribe(listener: EntryListener): () => void {
    const own: EntryListener = (entry) => listener(entry);
    this.#listeners = [...this.#listeners, own];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== own);
    };
  }

  /** Resolves when the state is no longer `seen`. */
  waitForChange(seen: LedgerState, signal?: AbortSignal): Promise<void> {
    if (this.#state !== seen) return Promise.resolve();
    return createAbortablePromise(signal, (settlers) => {
      this.#waiting.add(settlers);
      return () => this.#waiting.delete(settlers);
    });
  }

  /**
   * Returns the state after an entry, without the history that was evicted to the store. Throws
   * like {@link foldJournalEntry}.
   */
  computeNextState(
    state: LedgerState,
    entry: JournalEntry,
    packages: readonly Package[],
  ): LedgerState {
    const folded = foldJournalEntry(state, entry, this.#parts.folding, packages);
    return this.#maintenance?.withoutEvicted(folded) ?? folded;
  }

  /** Publishes the state after an entry that has become durable, and calls the listeners. */
  publishEntry(entry: JournalEntry, state: LedgerState): void {
    this.replaceState(state);
    this.#maintenance?.onEntry(entry, state);
    this.#isPublishing = true;
    for (const listener of this.#listeners) {
      try {
        listener(entry);
      } catch (error) {
        this.#parts.reportError(error);
      }
    }
    this.#isPublishing = false;
  }

  /** True while listeners are being called. */
  get isPublishing(): boolean {
    return this.#isPublishing;
  }

  replaceState(state: LedgerState): void {
    this.#state = state;
    this.#assignments.onStateChange(state);
    if (this.#waiting.size === 0) return;
    for (const { resolve } of this.#takeWaiting()) resolve();
  }

  /** Prepares for the state of a new epoch, which is passed to {@link replaceState} next. */
  beginEpoch(state: LedgerState): void {
    this.#assignments.reset();
    this.#maintenance?.beginEpoch(state);
  }

  /** Ends the eviction of this epoch, because the journal was replaced. */
  endEpoch(): void {
    this.#maintenance?.endEpoch();
  }

  /** Resolves when the background work of an ended epoch writes nothing more. */
  async maintenanceSettled(): Promise<void> {
    await this.#maintenance?.waitForMaintenance();
  }

  /** Rejects all promises that wait for a change. */
  close(): void {
    for (const { reject } of this.#takeWaiting()) reject(ledgerClosedError());
  }

  /** Writes a checkpoint, so that the next start of the ledger begins with this state. */
  async writeLastCheckpoint(): Promise<void> {
    await this.#maintenance?.writeLastCheckpoint(this.#state);
  }

  #takeWaiting(): ReadonlySet<SettleCallbacks> {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    return waiting;
  }
}
