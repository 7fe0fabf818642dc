import { replacesPruned, withoutPruned } from "../replay/without-pruned.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import type { StallTimeout } from "./stall-timeout.ts";

interface CompactorParts {
  readonly parts: Pick<LedgerParts, "store" | "folding" | "reportError">;
  readonly stallTimeout: StallTimeout;
}

/** Compacts what was pruned out of the journal, in the background, for ledgers that hold only recent history. */
export class Compactor {
  readonly #parts: CompactorParts["parts"];
  readonly #stallTimeout: StallTimeout;
  #running: Promise<void> | undefined;
  /** The newest state that was pruned while a compaction ran. */
  #next: LedgerState | undefined;
  #isStopped = false;
  /** The number of jobs that wait for it. Only then its progress is a heartbeat: otherwise it would hide a stalled job. */
  #waiting = 0;

  constructor({ parts, stallTimeout }: CompactorParts) {
    this.#parts = parts;
    this.#stallTimeout = stallTimeout;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** `state`: durable, of the present journal. */
  schedule(state: LedgerState): void {
    if (state.prunedUpTo === 0 || this.#parts.store.compact === undefined) return;
    this.#next = state;
    this.#isStopped = false;
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  /** To be called before the journal is restored: what was pruned may not be pruned then. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#next = undefined;
    await this.settled();
  }

  async settled(): Promise<void> {
    this.#waiting++;
    try {
      await this.#running;
    } finally {
      this.#waiting--;
    }
  }

  /** A failure changes nothing: the journal keeps what was pruned. */
  async #run(): Promise<void> {
    try {
      for (let state = this.#takeNext(); state !== undefined; state = this.#takeNext()) {
        await this.#compact(state);
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

  async #compact({ prunedUpTo }: LedgerState): Promise<void> {
    const { store, folding } = this.#parts;
    for await (const first of store.read(0)) {
      if (replacesPruned(first, prunedUpTo)) return;
      break;
    }
    for await (const { position, events } of withoutPruned(this.#entries(), prunedUpTo, folding)) {
      if (this.#isStopped) return;
      // A store need not report progress.
      const compact = async (): Promise<void> => store.compact?.(position, () => events);
      await this.#stallTimeout.withHeartbeat(compact, () => this.#waiting > 0);
      return;
    }
  }

  async *#entries() {
    for await (const entry of this.#parts.store.read(0)) {
      if (this.#waiting > 0) this.#stallTimeout.heartbeat();
      if (this.#isStopped) return;
      yield entry;
    }
  }
}
