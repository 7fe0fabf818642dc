import {
  compactPrunedJournalEntries,
  isReplacementOfPrunedEntries,
} from "../replay/compact-pruned-journal-entries.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { LedgerComponents } from "./ledger-components.ts";
import type { StallTimeout } from "./stall-timeout.ts";

interface CompactorParts {
  readonly parts: Pick<LedgerComponents, "store" | "folding" | "reportError">;
  readonly stallTimeout: StallTimeout;
}

/**
 * Removes pruned entries from the journal, in the background, for ledgers that have only recent
 * history in memory.
 */
export class JournalCompactor {
  readonly #parts: CompactorParts["parts"];
  readonly #stallTimeout: StallTimeout;
  #running: Promise<void> | undefined;
  /** The newest state that was pruned while a compaction ran. */
  #next: LedgerState | undefined;
  #isStopped = false;
  /**
   * The number of jobs that wait for the compaction. Its progress counts as a heartbeat only while
   * jobs wait for it; otherwise it would hide that another job is stalled.
   */
  #waiting = 0;

  constructor({ parts, stallTimeout }: CompactorParts) {
    this.#parts = parts;
    this.#stallTimeout = stallTimeout;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Schedules a compaction. `state` must be a durable state of the current journal. */
  scheduleCompaction(state: LedgerState): void {
    if (state.prunedUpTo === 0 || this.#parts.store.compact === undefined) return;
    this.#next = state;
    this.#isStopped = false;
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  /**
   * Stops the compaction. Call it before the journal is restored, because the restored journal may
   * need the pruned entries.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#next = undefined;
    await this.waitForCompaction();
  }

  async waitForCompaction(): Promise<void> {
    this.#waiting++;
    try {
      await this.#running;
    } finally {
      this.#waiting--;
    }
  }

  /**
   * Runs the scheduled compactions. If one fails, the pruned entries stay in the journal, which
   * does no harm.
   */
  async #run(): Promise<void> {
    try {
      for (let state = this.#takeNext(); state !== undefined; state = this.#takeNext()) {
        await this.#compactJournal(state);
      }
    } catch (error) {
      this.#parts.reportError(error);
    }
  }

  #takeNext(): LedgerState | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }

  async #compactJournal({ prunedUpTo }: LedgerState): Promise<void> {
    const { store, folding } = this.#parts;
    for await (const first of store.read(0)) {
      if (isReplacementOfPrunedEntries(first, prunedUpTo)) return;
      break;
    }
    for await (const { position, events } of compactPrunedJournalEntries(
      this.#entries(),
      prunedUpTo,
      folding,
    )) {
      if (this.#isStopped) return;
      // Some stores do not report progress, so send heartbeats for them.
      const compact = async (): Promise<void> => store.compact?.(position, () => events);
      await this.#stallTimeout.withHeartbeat(compact, () => this.#waiting > 0);
      return;
    }
  }

  async *#entries() {
    for await (const entry of this.#parts.store.read(0)) {
      if (this.#waiting > 0) this.#stallTimeout.recordHeartbeat();
      if (this.#isStopped) return;
      yield entry;
    }
  }
}
