import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { Micros, UserId } from "../../base/identifiers/identifiers.ts";
import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { LedgerClock } from "./clock.ts";
import type { LedgerConfig } from "./config.ts";
import type { Decide } from "./decision.ts";
import type { NamedSnapshots } from "./named-snapshots.ts";
import type { Turns } from "./turns.ts";

/**
 * A running ledger: the newest state, its journal, its clock. The single writer.
 *
 * Operations (lib/operations) are functions of a Ledger, a request and a Caller; the HTTP layer and
 * TypeScript programs call the same ones.
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
   * resolves to the outcome. Decisions run one at a time: those of one user in the order of the calls, those of
   * several users in turn, so that nobody waits for all that another asks for, and one of no user after all that were
   * asked for before it and before all after it. `decide` runs again when another process wrote first. A thrown
   * LedgerError rejects and writes nothing, and so do events that cannot be folded: PACKAGE_NOT_FOUND for an added
   * package without a definition.
   *
   * A decision that takes longer than a turn is made beside the others, in turns, and comes back with what it
   * decided. Where what it depends on has changed by then, it is made again; rejects with
   * INTERPRETATION_TIME_EXCEEDED when that does not end, and with SUBMISSION_DURING_SHUTDOWN when the ledger is
   * reverted meanwhile.
   */
  commit<Outcome>(decide: Decide<Outcome>, userId?: UserId): Promise<Outcome>;

  /**
   * As {@link commit}, but runs `decide` when the clock has reached `time`, before anything else that is
   * decided from then on, and as of that very time. Those of one time are decided in the order of the
   * calls. On a clock that moves by steps this decision is the next step, and moves it there. Rejects with
   * SUBMISSION_DURING_SHUTDOWN when the ledger is reverted before, and with SERVICE_NOT_RUNNING when it is
   * closed.
   */
  commitAt<Outcome>(time: Micros, decide: Decide<Outcome>, userId?: UserId): Promise<Outcome>;

  /**
   * Works out what needs nothing but a state: at once if it is done within a turn and few others ask, otherwise in turns,
   * while others go on, and users in turn. Rejects as {@link commit} does.
   */
  inTurns<Result>(work: (turns: Turns) => Result, userId?: UserId): Result | Promise<Result>;

  /**
   * For how long a command is in flight between its submission and its commit, in milliseconds of the
   * ledger's clock. 0: not at all.
   */
  readonly commitDelayMillis: number;
  /**
   * Lets commands that come from now on be in flight for so long, 0 to 60,000 milliseconds. Those that
   * overlap then contend for contracts and command ids as on a participant. Raises INVALID_ARGUMENT.
   */
  delayCommits(millis: number): void;

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
  /** What there is to go back to, now and, where the ledger is kept in a store, after a restart. */
  readonly namedSnapshots: NamedSnapshots;
  /** A ledger of its own with the same state, journal, seed and clock, and without named snapshots. O(1). */
  fork(): Promise<Ledger>;
  /** Back to the state right after creation. */
  reset(): Promise<void>;
  /**
   * The journal as text, in pieces, as it is when the first is asked for: what `createLedger({ from })` makes the same
   * ledger of, with all its history. One JSON document, a line for each entry; equal journals give equal texts. Whoever
   * has it sees everything. Not in it: the seed, the clock, and packages of TypeScript templates, which the journal
   * only names. O(what is in the journal), piece by piece. Rejects with SERVICE_NOT_RUNNING.
   */
  dump(): AsyncIterable<string>;
  /** Bytes that the ledger takes where it is kept, about; undefined for one in memory. Rejects with SERVICE_NOT_RUNNING. */
  storeSize(): Promise<number | undefined>;
  /**
   * Why commands are refused at present: the ledger is closed, or its store has failed or does not answer. Undefined while they are accepted.
   */
  readonly failure: LedgerError | undefined;
  /**
   * Waits for decisions under way, then lets go of the store. The state stays readable; further
   * commits reject with SERVICE_NOT_RUNNING. May be called again, and resolves with the first call.
   */
  close(): Promise<void>;
}

/** Opaque; valid for the ledger that took it. */
export interface Snapshot {
  readonly state: LedgerState;
}
