import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { LedgerConfig } from "../../ledger/port/config.ts";
import type { Checkpoint } from "./checkpoint.ts";
import type { Timers } from "./timers.ts";

export interface CheckpointPaceOptions {
  readonly config: LedgerConfig;
  readonly timers: Timers;
  /** The newest checkpoint when the stream begins. */
  readonly newest: Checkpoint | undefined;
  /** A checkpoint of now. */
  readonly make: () => Checkpoint;
  /** Called when a stream that is idle may owe a checkpoint. */
  readonly onIdle: () => void;
}

/** How soon a stream that has nothing to tell gets the checkpoint it began at. */
const firstIdleMillis = 500;

/**
 * When a stream owes its reader a checkpoint (ledger-api.md 3.1.7). One is made each interval while the
 * ledger moves, and given once: in the order of offsets between what the stream tells, and after its idle
 * time when it tells nothing.
 */
export class CheckpointPace {
  readonly #options: CheckpointPaceOptions;
  readonly #idleTicks: number;
  readonly #cancelFirst: () => void;
  #cancelTick: () => void;
  #newest: Checkpoint | undefined;
  #given: Offset | undefined;
  #quietTicks = 0;
  #isIdle = false;

  constructor(options: CheckpointPaceOptions) {
    const { config, timers, newest } = options;
    this.#options = options;
    this.#newest = newest;
    this.#idleTicks = Math.ceil(config.checkpointIdleMillis / config.checkpointIntervalMillis);
    this.#cancelFirst = timers.schedule(firstIdleMillis, () => this.#idle());
    this.#cancelTick = this.#nextTick();
  }

  /**
   * The checkpoint that belongs behind `begin` and not beyond `end`, where everything up to `end` was
   * told; if there is one, it counts as given.
   */
  take(begin: Offset, end: Offset): Checkpoint | undefined {
    const newest = this.#newest;
    if (newest === undefined || newest.offset === this.#given) return undefined;
    if (newest.offset === 0 || newest.offset < begin || newest.offset > end) return undefined;
    this.#given = newest.offset;
    return newest;
  }

  /** As {@link take}, for a stream that has told everything up to `end` and is idle. */
  takeIdle(end: Offset): Checkpoint | undefined {
    if (!this.#isIdle) return undefined;
    this.#isIdle = false;
    return this.take(end, end);
  }

  /** The stream has something to tell. */
  moved(): void {
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
      if (this.#quietTicks >= this.#idleTicks) this.#idle();
    });
  }

  #idle(): void {
    this.#quietTicks = 0;
    this.#isIdle = true;
    this.#options.onIdle();
  }
}
