import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { LedgerConfig } from "../../ledger/port/config.ts";
import type { OffsetCheckpoint } from "./checkpoint.ts";
import type { Timers } from "./timers.ts";

export interface OffsetCheckpointTimerOptions {
  readonly config: LedgerConfig;
  readonly timers: Timers;
  /** The newest checkpoint at the start of the stream. */
  readonly newest: OffsetCheckpoint | undefined;
  /** Returns a checkpoint of the current ledger end. */
  readonly make: () => OffsetCheckpoint;
  /** Called when an idle stream may have to send a checkpoint. */
  readonly onIdle: () => void;
}

/**
 * Time after which a stream that has sent no update sends the checkpoint of its start, in
 * milliseconds.
 */
const firstIdleMillis = 500;

/**
 * Decides when a stream sends a checkpoint (ledger-api.md 3.1.7). The timer makes a new checkpoint
 * at each interval. The stream sends each at most once: before the first update with a higher
 * offset, or after the idle time if there are no updates.
 */
export class OffsetCheckpointTimer {
  readonly #options: OffsetCheckpointTimerOptions;
  readonly #idleTicks: number;
  readonly #cancelFirst: () => void;
  #cancelTick: () => void;
  #newest: OffsetCheckpoint | undefined;
  #lastSent: Offset | undefined;
  #quietTicks = 0;
  #isIdle = false;

  constructor(options: OffsetCheckpointTimerOptions) {
    const { config, timers, newest } = options;
    this.#options = options;
    this.#newest = newest;
    this.#idleTicks = Math.ceil(config.checkpointIdleMillis / config.checkpointIntervalMillis);
    this.#cancelFirst = timers.schedule(firstIdleMillis, () => this.#becomeIdle());
    this.#cancelTick = this.#nextTick();
  }

  /**
   * Returns the checkpoint to send between the offsets `begin` and `end`, if there is one, and
   * marks it as sent. The stream must have sent everything up to `end`.
   */
  takeCheckpoint(begin: Offset, end: Offset): OffsetCheckpoint | undefined {
    const newest = this.#newest;
    if (newest === undefined || newest.offset === this.#lastSent) return undefined;
    if (newest.offset === 0 || newest.offset < begin || newest.offset > end) return undefined;
    this.#lastSent = newest.offset;
    return newest;
  }

  /** Like {@link takeCheckpoint}, for an idle stream that has sent everything up to `end`. */
  takeIdle(end: Offset): OffsetCheckpoint | undefined {
    if (!this.#isIdle) return undefined;
    this.#isIdle = false;
    return this.takeCheckpoint(end, end);
  }

  /** Called when the stream sends an update. */
  updateSent(): void {
    this.#quietTicks = 0;
    this.#isIdle = false;
  }

  stop(): void {
    this.#cancelFirst();
    this.#cancelTick();
  }

  #nextTick(): () => void {
    const { timers, config } = this.#options;
    return timers.schedule(config.checkpointIntervalMillis, () => {
      this.#cancelTick = this.#nextTick();
      this.#newest = this.#options.make();
      this.#quietTicks++;
      if (this.#quietTicks >= this.#idleTicks) this.#becomeIdle();
    });
  }

  #becomeIdle(): void {
    this.#quietTicks = 0;
    this.#isIdle = true;
    this.#options.onIdle();
  }
}
