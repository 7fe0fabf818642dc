import type { Micros } from "../../base/identifiers/identifiers.ts";
import type { Duration, LedgerTimeInput } from "../../base/values/time-input.ts";

/**
 * The ledger's clock. Times are ISO texts, Dates or microseconds; durations are texts or
 * microseconds. Any other value raises INVALID_ARGUMENT.
 */
export interface LedgerClock {
  /** Returns the current time in microseconds since 1970. */
  now(): Micros;
  /** The current time as the API writes it: `2030-01-31T12:00:00.250Z`. */
  readonly time: string;
  /** The current time, to the millisecond. */
  readonly date: Date;
  readonly mode: "real" | "manual";
  /** Freezes the clock at `time`, or at the current time. */
  freeze(time?: LedgerTimeInput): void;
  /**
   * Freezes the clock at this time. Raises INVALID_ARGUMENT for a time before the current one,
   * because only a revert may move the clock back.
   */
  set(time: LedgerTimeInput): void;
  /**
   * Moves the clock forward, e.g. by `"90s"` or `"1h30m"`, and freezes it there. Raises
   * INVALID_ARGUMENT.
   */
  advance(duration: Duration): void;
  /**
   * Freezes the clock, and advances it by this duration before every decision. `0n` ends the
   * stepping, and does not freeze a running clock.
   */
  step(duration: Duration): void;
  /** Ends freezing and stepping: the clock shows the machine's time again. */
  resume(): void;
  /**
   * Resolves when the clock shows this time or a later one. Rejects with the signal's reason if the
   * signal aborts.
   */
  reached(time: LedgerTimeInput, signal?: AbortSignal): Promise<void>;
}

/** The source of real time. Tests pass their own source, so that they do not have to sleep. */
export interface TimeSource {
  now(): Micros;
  /**
   * Calls `callback` once after about `delayMillis` (0 … 2^31−1), unless the returned function is
   * called before. The process may end earlier unless `keepsAlive` is true, which is the default.
   */
  schedule(delayMillis: number, callback: () => void, keepsAlive?: boolean): () => void;
}
