import type { Micros } from "./model/identifiers.ts";

/** The ledger's time. */
export interface LedgerClock {
  now(): Micros;
  readonly mode: "real" | "manual";
  /** Freezes the clock at `time`, or at the present one. */
  freeze(time?: Micros): void;
  /** Freezes and moves; going back is allowed only by revert. Raises INVALID_ARGUMENT. */
  set(time: Micros): void;
  /** Moves a frozen clock forward. */
  advance(micros: bigint): void;
  /** Advance by this much before every decision; 0 = off. */
  step(micros: bigint): void;
  /** Back to the machine's clock. */
  resume(): void;
  /** Resolves when `now() >= time`; rejects when the signal aborts. */
  reached(time: Micros, signal?: AbortSignal): Promise<void>;
}
