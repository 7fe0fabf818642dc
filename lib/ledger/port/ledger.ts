import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { Micros, UserId } from "../../base/identifiers/identifiers.ts";
import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { LedgerClock } from "./clock.ts";
import type { LedgerConfig } from "./config.ts";
import type { CommitCaller, Decide } from "./decision.ts";
import type { EvaluationHandle } from "./evaluation-handle.ts";
import type { NamedSnapshots } from "./named-snapshots.ts";

/**
 * A running ledger: its newest state, its journal and its clock. It is the only writer.
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
   * Aborts when the current epoch ends: at a revert, at a reset, and when the ledger closes. Work
   * that waits in one epoch must not continue in the next.
   */
  readonly epoch: AbortSignal;
  /**
   * Number of reverts so far. A cache can use it as a part of its key, so that a revert invalidates
   * the cached data.
   */
  readonly reverts: number;

  /**
   * Runs `decide` on the newest state, appends its events, folds them into the state, notifies
   * subscribers, and resolves to the outcome. Decisions run one at a time. Those of one user run in
   * the order of the calls; several users alternate, so that no user waits for all calls of
   * another. A decision without a user runs after all that were requested before it, and before all
   * later ones. `decide` runs again if another process wrote first. A thrown LedgerError rejects
   * and writes nothing. Events that cannot be folded also reject: PACKAGE_NOT_FOUND for an added
   * package without a definition.
   *
   * A decision that takes longer than a time slice is computed in slices beside other decisions. If
   * its inputs have changed when it is done, it is computed again. Rejects with
   * INTERPRETATION_TIME_EXCEEDED if that happens too often, and with SUBMISSION_DURING_SHUTDOWN if
   * the ledger is reverted meanwhile.
   */
  commit<Outcome>(decide: Decide<Outcome>, caller?: CommitCaller): Promise<Outcome>;

  /**
   * Like {@link commit}, but runs `decide` as the first decision after the clock has reached `time`.
   * `decide` sees exactly that time. Decisions for the same time run in the order of the calls.
   * If the clock has a step, `decide` runs at once, and the clock moves to `time`.
   * Rejects with SUBMISSION_DURING_SHUTDOWN if the ledger is reverted before, and with
   * SERVICE_NOT_RUNNING if it is closed.
   */
  commitAt<Outcome>(time: Micros, decide: Decide<Outcome>, caller?: CommitCaller): Promise<Outcome>;

  /**
   * Runs work that needs only a state. Runs it at once if it takes less than a time slice and few
   * others wait. Otherwise runs it in slices; other work runs in between, and users alternate.
   * Rejects like {@link commit}.
   */
  evaluate<Result>(
    work: (handle: EvaluationHandle) => Result,
    userId?: UserId,
  ): Result | Promise<Result>;

  /**
   * Time that a command is in flight between its submission and its commit, in milliseconds of the
   * ledger's clock; 0 for none.
   */
  readonly commitDelayMillis: number;
  /**
   * Sets the commit delay of later commands: 0 to 60,000 milliseconds. Commands that overlap then
   * contend for contracts and command ids as on a participant. Raises INVALID_ARGUMENT.
   */
  delayCommits(millis: number): void;

  /**
   * Calls the listener with every journal entry after it was folded, in order. If a listener
   * throws, the error is reported and has no other effect. Returns the function that unsubscribes.
   */
  subscribe(listener: (entry: JournalEntry) => void): () => void;

  /**
   * Resolves once `state` differs from `seen`: after a commit, a revert or a reset; immediately if
   * it differs already. Rejects with the signal's reason if the signal aborts, and with
   * SERVICE_NOT_RUNNING if the ledger closes.
   */
  changed(seen: LedgerState, signal?: AbortSignal): Promise<void>;

  /**
   * Resolves once all earlier decisions are done, and all work that is due by the ledger's clock,
   * such as automatic assignments, is done too. Rejects with SERVICE_NOT_RUNNING.
   */
  settled(): Promise<void>;

  /** Returns a snapshot in O(1). */
  snapshot(): Snapshot;
  /**
   * Restores the state, journal and clock of a snapshot, which may be earlier or later than now. A
   * restored real clock shows the machine's time again. O(1). Waits for pending decisions: await it.
   * In memory, without pending decisions, the ledger is reverted when the call returns. Otherwise
   * reads by the program raise INVALID_ARGUMENT until the promise is settled.
   * Rejects with INVALID_ARGUMENT for a snapshot of another ledger.
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
   * Yields the journal as text in pieces, as it is when the first piece is requested.
   * `createLedger({ from })` creates the same ledger from it, with all its history. The text is one
   * JSON document with a line for each entry; equal journals give equal texts. It contains
   * everything on the ledger: keep it secret. It does not contain the seed, the clock, and packages
   * of TypeScript templates, which the journal only names. O(size of the journal). Rejects with
   * SERVICE_NOT_RUNNING.
   */
  dump(): AsyncIterable<string>;
  /**
   * Returns the approximate size of the store in bytes; undefined for a ledger in memory. Rejects
   * with SERVICE_NOT_RUNNING.
   */
  storeSize(): Promise<number | undefined>;
  /**
   * The reason why commands are refused at present: the ledger is closed, or its store has failed
   * or does not answer. Undefined while commands are accepted.
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
