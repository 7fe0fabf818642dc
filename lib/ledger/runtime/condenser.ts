import type { LedgerEvent } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { borneWith } from "./borne-with.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import type { LedgerQueue } from "./ledger-queue.ts";
import { standsForPruned, withoutPruned } from "./without-pruned.ts";

interface CondenserParts extends Pick<
  LedgerParts,
  "store" | "folding" | "config" | "time" | "reportError"
> {
  readonly queue: LedgerQueue;
}

/** Has the journal let go of what was pruned, behind a ledger that goes on and holds only what happened last. */
export class Condenser {
  readonly #parts: CondenserParts;
  #condensing: Promise<void> | undefined;
  /** What was pruned while it was at work. */
  #next: LedgerState | undefined;
  #isStopped = false;
  /** How many wait for it, whose queue hears that it goes on: as long as nobody does, that tells nothing of what a job waits for. */
  #waiting = 0;

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
    await this.settled();
  }

  /** Jobs of the queue may wait for it as long as it goes on. */
  async settled(): Promise<void> {
    this.#waiting++;
    try {
      await this.#condensing;
    } finally {
      this.#waiting--;
    }
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
    const { folding } = this.#parts;
    if (await this.#isCondensed(prunedUpTo)) return;
    for await (const { position, events } of withoutPruned(this.#entries(), prunedUpTo, folding)) {
      if (!this.#isStopped) await this.#compact(position, events);
      return;
    }
  }

  /** A store need not tell how far it is. */
  async #compact(position: number, events: readonly LedgerEvent[]): Promise<void> {
    const { store, config, time } = this.#parts;
    await borneWith(async () => store.compact?.(position, () => events), {
      time,
      millis: config.storeTimeoutMillis,
      goesOn: () => this.#goesOn(),
    });
  }

  async #isCondensed(prunedUpTo: number): Promise<boolean> {
    for await (const first of this.#parts.store.read(0)) return standsForPruned(first, prunedUpTo);
    return true;
  }

  async *#entries() {
    for await (const entry of this.#parts.store.read(0)) {
      this.#goesOn();
      if (this.#isStopped) return;
      yield entry;
    }
  }

  #goesOn(): void {
    if (this.#waiting > 0) this.#parts.queue.goesOn();
  }
}
