import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { Micros, UserId } from "../../base/identifiers/identifiers.ts";
import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import type { JournalEntry } from "../state/journal-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { LedgerClock } from "./clock.ts";
import type { LedgerConfig } from "./config.ts";
import type { DecisionCaller, LedgerDecisionFunction } from "./ledger-decision.ts";
import type { NamedSnapshots } from "./named-snapshots.ts";
import type { TimeSliceHandle } from "./time-slice-handle.ts";

/**
 * A running ledger: its newest state, its journal and its clock. All changes of the ledger go
 * through {@link Ledger.commit}.
 *
 * Operations (lib/operations) are functions of a Ledger, a request and a Caller. The HTTP layer and
 * TypeScript programs call the same operations.
 */
export interface Ledger {
  readonly config: LedgerConfig;
  readonly clock: LedgerClock;
  /** Reads uploaded DARs; undefined on a ledger without the Daml engine. */
  readonly darLoader: DarLoader | undefined;
  /** The newest published state. Reading it never blocks. */
  readonly state: LedgerState;
  /**
   * Aborts when the current epoch ends: at a revert or reset, and when the ledger closes. Work that
   * waits must not continue after that.
   */
  readonly epoch: AbortSignal;
  /**
   * Number of reverts so far. A cache can include it in its keys, so that a revert invalidates the
   * cached data.
   */
  readonly reverts: number;

  /**
   * Runs `decide` on the newest state, appends its events to the journal, applies them to the
   * state, notifies subscribers, and resolves to the outcome. Decisions run one at a time. The
   * decisions of one user run in the order of the calls; users take turns, so that no user waits
   * for all calls of another. A decision without a user runs after all decisions that were
   * requested before it, and before all later ones. If another process writes to the journal first,
   * `decide` runs again. If `decide` throws a LedgerError, the promise rejects with it, and nothing
   * is written. The promise also rejects if the events cannot be applied: with PACKAGE_NOT_FOUND
   * for an added package without a definition.
   *
   * A decision that takes longer than a time slice is computed in several slices, and other
   * decisions run in between. If they change its inputs, it is computed again. Rejects with
   * INTERPRETATION_TIME_EXCEEDED if that happens too often, and with SUBMISSION_DURING_SHUTDOWN if
   * the ledger is reverted before the decision is done.
   */
  commit<Outcome>(
    decide: LedgerDecisionFunction<Outcome>,
    caller?: DecisionCaller,
  ): Promise<Outcome>;

  /**
   * Like {@link commit}, but runs `decide` as the first decision after the clock has reached
   * `time`. The context of `decide` has exactly that time. Decisions for the same time run in the
   * order of the calls. If the clock advances before every decision (`clock.step`), `decide` runs at
   * once, and the clock moves to `time`. Rejects with SUBMISSION_DURING_SHUTDOWN if the ledger is reverted before that, and with
   * SERVICE_NOT_RUNNING if it is closed.
   */
  commitAt<Outcome>(
    time: Micros,
    decide: LedgerDecisionFunction<Outcome>,
    caller?: DecisionCaller,
  ): Promise<Outcome>;

  /**
   * Runs work that reads a state and writes nothing. Runs it synchronously if it takes less than a
   * time slice and little other work waits. Otherwise runs it in slices; other work runs in
   * between, and users take turns. Rejects with the errors of {@link commit}.
   */
  evaluate<Result>(
    work: (handle: TimeSliceHandle) => Result,
    userId?: UserId,
  ): Result | Promise<Result>;

  /**
   * Time between the submission of a command and its commit, in milliseconds of the ledger's clock;
   * 0 for none.
   */
  readonly commitDelayMillis: number;
  /**
   * Sets the commit delay of later commands: 0 to 60,000 milliseconds. With a delay, concurrent
   * commands conflict over contracts and command ids, as on a participant. Raises INVALID_ARGUMENT.
   */
  delayCommits(millis: number): void;

  /**
   * Calls the listener with every journal entry, in order, after the entry was applied to the
   * state. If a listener throws, the error is reported and has no other effect. Returns the
   * function that unsubscribes.
   */
  subscribe(listener: (entry: JournalEntry) => void): () => void;

  /**
   * Resolves when `state` differs from `seen`: after a commit, a revert or a reset, or immediately
   * if it already differs. Rejects with the signal's reason if the signal aborts, and with
   * SERVICE_NOT_RUNNING if the ledger closes.
   */
  changed(seen: LedgerState, signal?: AbortSignal): Promise<void>;

  /**
   * Resolves when all earlier decisions are done, and all work that is due by the ledger's clock,
   * such as automatic assignments. Rejects with SERVICE_NOT_RUNNING.
   */
  settled(): Promise<void>;

  /** Returns a snapshot in O(1). */
  snapshot(): Snapshot;
  /**
   * Restores the state, journal and clock of a snapshot, which may be earlier or later than the
   * current state. If the clock showed real time at the snapshot, it shows the machine's current
   * time. O(1). Waits for pending decisions, so await the promise: until it is settled, reads by
   * the program raise INVALID_ARGUMENT. (If the ledger is in memory and has no pending decisions,
   * it is reverted when the call returns.) Rejects with INVALID_ARGUMENT for a snapshot of another
   * ledger.
   */
  revert(snapshot: Snapshot): Promise<void>;
  /** Snapshots with names. If the ledger has a store, they outlast a restart. */
  readonly namedSnapshots: NamedSnapshots;
  /**
   * Returns an independent ledger with the same state, journal, seed and clock, without named
   * snapshots. O(1).
   */
  fork(): Promise<Ledger>;
  /** Restores the state right after creation. */
  reset(): Promise<void>;
  /**
   * Yields the text of the journal in pieces, as of the time when the first piece is requested.
   * `createLedger({ from })` creates the same ledger from the text, with all its history. The text
   * is one JSON document with a line for each entry; equal journals have equal texts. It contains
   * all data on the ledger, so keep it secret. It does not contain the seed, the clock, and the
   * packages of TypeScript templates, of which the journal has only the ids. O(size of the
   * journal). Rejects with SERVICE_NOT_RUNNING.
   */
  dump(): AsyncIterable<string>;
  /**
   * Resolves to the approximate size of the store in bytes; undefined for a ledger in memory.
   * Rejects with SERVICE_NOT_RUNNING.
   */
  storeSize(): Promise<number | undefined>;
  /**
   * The reason why the ledger refuses commands now: it is closed, or its store has failed or does
   * not respond. Undefined while it accepts commands.
   */
  readonly failure: LedgerError | undefined;
  /**
   * Waits for pending decisions, then closes the store. The state stays readable; later commits
   * reject with SERVICE_NOT_RUNNING. Further calls return the promise of the first.
   */
  close(): Promise<void>;
}

/** An opaque snapshot, valid only for the ledger that took it. */
export interface Snapshot {
  readonly state: LedgerState;
}
