import type { Caller } from "./authorization/caller.ts";
import type { LedgerClock } from "./clock.ts";
import type { LedgerConfig } from "./config.ts";
import type { HistoryRecord } from "./history/record.ts";
import type { TransactionUpdate } from "./model/update.ts";
import type { JournalEntry, LedgerEvent } from "./state/ledger-event.ts";
import type { LedgerState } from "./state/ledger-state.ts";
import type { Micros, PackageId } from "./model/identifiers.ts";
import type { Package } from "./packages/package.ts";

/**
 * A running ledger: the newest state, its journal, its clock. The single writer (design.md 2.4).
 *
 * Operations (lib/commands, lib/queries, lib/admin) are functions over a Ledger, its state and a
 * Caller; the HTTP layer and TypeScript programs call the same ones.
 */
export interface Ledger {
  readonly config: LedgerConfig;
  readonly clock: LedgerClock;
  /** The newest published state. Reading it never blocks. */
  readonly state: LedgerState;

  /**
   * Runs `decide` against the newest state, appends what it decided, folds it, tells subscribers and
   * resolves to the outcome. Decisions run one at a time, in the order of the calls; `decide` runs
   * again when another process wrote first. A thrown LedgerError rejects and writes nothing.
   */
  commit<Outcome>(decide: Decide<Outcome>): Promise<Outcome>;

  /** Hears of every journal entry after it was folded, in order. Returns the unsubscribe function. */
  subscribe(listener: (entry: JournalEntry) => void): () => void;

  /** O(1). */
  snapshot(): Snapshot;
  /** O(1). Waits for decisions under way. Also restores the clock, unless it is real. */
  revert(snapshot: Snapshot): Promise<void>;
  /** A ledger of its own over the same state. O(1). */
  fork(): Promise<Ledger>;
  /** Back to the state right after creation. */
  reset(): Promise<void>;
  close(): Promise<void>;

  submit(request: unknown, caller?: Caller): Promise<unknown>;
}

export type Decide<Outcome> = (state: LedgerState, context: DecisionContext) => Decision<Outcome>;

export interface Decision<Outcome> {
  /** Nothing is appended when empty. */
  readonly events: readonly LedgerEvent[];
  readonly outcome: Outcome;
}

/** What a decision may depend on besides state and command. */
export interface DecisionContext {
  readonly now: Micros;
  /** 32 bytes, different for every journal position, the same for the same seed and position. */
  readonly seed: Uint8Array;
  readonly config: LedgerConfig;
}

/** What folding may depend on besides state and event. */
export interface EvolveContext {
  package(packageId: PackageId): Package | undefined;
  /**
   * The coin history a transaction gives; none when absent. `state` is the one before the
   * transaction. Total: never throws.
   */
  historyOf?(update: TransactionUpdate, state: LedgerState): readonly HistoryRecord[];
}

/** Opaque; valid for the ledger that took it. */
export interface Snapshot {
  readonly state: LedgerState;
}
