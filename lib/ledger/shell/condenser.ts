import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import type { Folding } from "./fold-entry.ts";
import { standsForPruned, withoutPruned } from "./without-pruned.ts";

interface CondenserParts {
  readonly store: JournalStore;
  readonly folding: Folding;
  readonly reportError: (error: unknown) => void;
}

/** Has the journal let go of what was pruned, behind a ledger that goes on and holds only what happened last. */
export class Condenser {
  readonly #parts: CondenserParts;
  #condensing: Promise<void> | undefined;
  /** What was pruned while it was at work. */
  #next: LedgerState | undefined;
  #isStopped = false;

  constructor(parts: CondenserParts) {
    this.#parts = parts;
  }

  /** `state`: durable, of the journal as it is now. */
  due(state: LedgerState): void {
    if (state.prunedUpTo === 0 || this.#parts.store.compact === undefined) return;
    this.#next = state;
    this.#isStopped = false;
    this.#condensing ??= this.#work().finally(() => (this.#condensing = undefined));
  }

  /** The journal is about to go back: what was pruned may not be any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#next = undefined;
    await this.#condensing;
  }

  async settled(): Promise<void> {
    await this.#condensing;
  }

  /** That something cannot be let go of changes nothing. */
  async #work(): Promise<void> {
    try {
      for (let state = this.#take(); state !== undefined; state = this.#take()) {
        await this.#condense(state);
      }
    } catch (error) {
      this.#parts.reportError(error);
    }
  }

  #take(): LedgerState | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }

  async #condense({ prunedUpTo }: LedgerState): Promise<void> {
    const { store, folding } = this.#parts;
    if (await this.#isCondensed(prunedUpTo)) return;
    for await (const { position, events } of withoutPruned(this.#entries(), prunedUpTo, folding)) {
      if (!this.#isStopped) await store.compact?.(position, () => events);
      return;
    }
  }

  async #isCondensed(prunedUpTo: number): Promise<boolean> {
    for await (const first of this.#parts.store.read(0)) return standsForPruned(first, prunedUpTo);
    return true;
  }

  async *#entries() {
    for await (const entry of this.#parts.store.read(0)) {
      if (this.#isStopped) return;
      yield entry;
    }
  }
}
