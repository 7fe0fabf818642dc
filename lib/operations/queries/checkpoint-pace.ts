import type { Offset } from "../../ground/identifiers/identifiers.ts";
import type { LedgerConfig } from "../../ledger/port/config.ts";
import type { Timers } from "./timers.ts";

export interface CheckpointPaceOptions {
  readonly config: LedgerConfig;
  readonly timers: Timers;
  /** The first one comes after this time instead of the interval. */
  readonly firstMillis?: number;
  /** Called when a checkpoint may be due. */
  readonly onTick: () => void;
}

/**
 * When a stream owes its reader a checkpoint (ledger-api.md 3.1.7): one interval after the ledger
 * moved, and once per idle time when it does not. A tick is one interval long.
 */
export class CheckpointPace {
  readonly #options: CheckpointPaceOptions;
  readonly #idleTicks: number;
  #ticked = false;
  #quietTicks = 0;
  #offset: Offset;
  #cancel: () => void;
  #isFirst: boolean;

  /** Nothing is owed up to `begin`. */
  constructor(begin: Offset, options: CheckpointPaceOptions) {
    const { config, firstMillis } = options;
    this.#options = options;
    this.#offset = begin;
    this.#isFirst = firstMillis !== undefined;
    this.#idleTicks = Math.ceil(config.checkpointIdleMillis / config.checkpointIntervalMillis);
    this.#cancel = this.#schedule(firstMillis ?? config.checkpointIntervalMillis);
  }

  /** Whether a checkpoint at `ledgerEnd` is due; if so, it counts as given. */
  take(ledgerEnd: Offset): boolean {
    if (!this.#ticked) return false;
    this.#ticked = false;
    this.#quietTicks++;
    this.#cancel = this.#schedule(this.#options.config.checkpointIntervalMillis);
    const isDue = this.#isFirst || ledgerEnd > this.#offset || this.#quietTicks >= this.#idleTicks;
    this.#isFirst = false;
    if (!isDue || ledgerEnd === 0) return false;
    this.#offset = ledgerEnd;
    this.#quietTicks = 0;
    return true;
  }

  stop(): void {
    this.#cancel();
  }

  #schedule(millis: number): () => void {
    return this.#options.timers.schedule(millis, () => {
      this.#ticked = true;
      this.#options.onTick();
    });
  }
}
