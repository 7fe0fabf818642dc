import type { Micros } from "../../base/identifiers/identifiers.ts";
import type { Duration, Time } from "../../base/values/time-input.ts";

/**
 * The ledger's time. Times are taken as ISO texts, Dates or microseconds, durations as texts or
 * microseconds; what is neither raises INVALID_ARGUMENT.
 */
export interface LedgerClock {
  /** In microseconds since 1970. */
  now(): Micros;
  /** Now, as the API writes it: `2030-01-31T12:00:00.250Z`. */
  readonly time: string;
  /** Now, to the millisecond. */
  readonly date: Date;
  readonly mode: "real" | "manual";
  /** Freezes the clock at `time`, or at the present one. */
  freeze(time?: Time): void;
  /** Freezes and moves; going back is allowed only by revert. Raises INVALID_ARGUMENT. */
  set(time: Time): void;
  /** Moves a clock forward, by `"90s"` or `"1h30m"`, and freezes it there. Raises INVALID_ARGUMENT. */
  advance(duration: Duration): void;
  /** Advance by this much before every decision; `0n` is off. Freezes the clock unless it is 0. */
  step(duration: Duration): void;
  /** Back to the machine's clock. */
  resume(): void;
  /** Resolves when it is that time or later; rejects with the signal's reason when it aborts. */
  reached(time: Time, signal?: AbortSignal): Promise<void>;
}

/** Where real time comes from. Tests pass their own and need not sleep. */
export interface TimeSource {
  now(): Micros;
  /**
   * Calls `callback` once after about `delayMillis` (0 … 2^31−1) unless the result is called. A process
   * may end before that unless `keepsAlive`, which is true by default.
   */
  schedule(delayMillis: number, callback: () => void, keepsAlive?: boolean): () => void;
}
