import type { Micros } from "../../ground/identifiers/identifiers.ts";

/** The ledger's time. */
export interface LedgerClock {
  now(): Micros;
  readonly mode: "real" | "manual";
  /** Freezes the clock at `time`, or at the present one. */
  freeze(time?: Micros): void;
  /** Freezes and moves; going back is allowed only by revert. Raises INVALID_ARGUMENT. */
  set(time: Micros): void;
  /** Moves a clock forward and freezes it there. Raises INVALID_ARGUMENT for a negative step. */
  advance(micros: bigint): void;
  /** Advance by this much before every decision; 0 = off. Freezes the clock unless it is 0. */
  step(micros: bigint): void;
  /** Back to the machine's clock. */
  resume(): void;
  /** Resolves when `now() >= time`; rejects with the signal's reason when it aborts. */
  reached(time: Micros, signal?: AbortSignal): Promise<void>;
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
