import type { Package } from "../../contracts/engine/package.ts";
import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import type { Micros, Offset, PackageId } from "../../ground/identifiers/identifiers.ts";
import type { HistoryRecord } from "../../ground/model/history-record.ts";
import type { TransactionUpdate } from "../../ground/model/update.ts";
import type { Caller } from "../../operations/authorization/caller.ts";
import type { SubmitRequest } from "../../operations/commands/submit.ts";
import type { SubmitResult } from "../../operations/commands/submit-result.ts";
import type { JournalEntry, LedgerEvent, PackageArchive } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { LedgerClock } from "./clock.ts";
import type { LedgerConfig } from "./config.ts";

/**
 * A running ledger: the newest state, its journal, its clock. The single writer (design.md 2.4).
 *
 * Operations (lib/operations) are functions over a Ledger, its state and a
 * Caller; the HTTP layer and TypeScript programs call the same ones.
 */
export interface Ledger {
  readonly config: LedgerConfig;
  readonly clock: LedgerClock;
  /** Reads uploaded DARs; undefined on a ledger without the Daml engine. */
  readonly darLoader: DarLoader | undefined;
  /** The newest published state. Reading it never blocks. */
  readonly state: LedgerState;
  /**
   * Aborts when the present history ends: at a revert, a reset and when the ledger closes. What was
   * begun in one era and waits for something must not go on in the next.
   */
  readonly era: AbortSignal;
  /** How often the ledger was reverted. What is known of one era by this costs a revert nothing. */
  readonly reverts: number;

  /**
   * Runs `decide` against the newest state, appends what it decided, folds it, tells subscribers and
   * resolves to the outcome. Decisions run one at a time, in the order of the calls; `decide` runs
   * again when another process wrote first. A thrown LedgerError rejects and writes nothing, and so
   * do events that cannot be folded: PACKAGE_NOT_FOUND for an added package without a definition.
   */
  commit<Outcome>(decide: Decide<Outcome>): Promise<Outcome>;

  /**
   * Hears of every journal entry after it was folded, in order. A listener that throws is reported
   * and does no harm. Returns the unsubscribe function.
   */
  subscribe(listener: (entry: JournalEntry) => void): () => void;

  /**
   * Resolves once `state` is another than `seen`: after a commit, a revert, a reset. At once when it
   * is already. Rejects with the signal's reason when it aborts, and with SERVICE_NOT_RUNNING when
   * the ledger closes.
   */
  changed(seen: LedgerState, signal?: AbortSignal): Promise<void>;

  /**
   * Resolves once everything is on the ledger that its clock has brought about by now, such as the
   * assignment of what was in flight for long enough, and every decision asked for before. Rejects with
   * SERVICE_NOT_RUNNING.
   */
  settled(): Promise<void>;

  /** O(1). */
  snapshot(): Snapshot;
  /**
   * The state, journal and clock of the snapshot, earlier or later than the present one; a clock
   * that was real then is the machine's again. O(1). Waits for decisions under way. Rejects with
   * INVALID_ARGUMENT for the snapshot of another ledger.
   */
  revert(snapshot: Snapshot): Promise<void>;
  /** A ledger of its own with the same state, journal, seed and clock. O(1). */
  fork(): Promise<Ledger>;
  /** Back to the state right after creation. */
  reset(): Promise<void>;
  /**
   * Waits for decisions under way, then lets go of the store. The state stays readable; further
   * commits reject with SERVICE_NOT_RUNNING.
   */
  close(): Promise<void>;

  /**
   * Executes commands as one atomic transaction. Resolves once it is on the ledger; rejects with the
   * LedgerError of what refuses it. The caller is the host itself unless told otherwise.
   */
  submit(request: SubmitRequest, caller?: Caller): Promise<SubmitResult>;

  /**
   * Forgets the updates and completions up to and including `offset`; active contracts stay. Rejects
   * with NON_POSITIVE_OFFSET, OFFSET_AFTER_LEDGER_END.
   */
  prune(offset: Offset): Promise<void>;
}

export type Decide<Outcome> = (state: LedgerState, context: DecisionContext) => Decision<Outcome>;

export interface Decision<Outcome> {
  /** Nothing is appended when empty. */
  readonly events: readonly LedgerEvent[];
  readonly outcome: Outcome;
  /** What `packagesAdded` events among them name, unless the ledger was created with it. */
  readonly packages?: readonly Package[];
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
  /** Told of uploads before the packages in them are asked for. */
  receive?(archives: readonly PackageArchive[]): void;
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
