import type { Micros, UserId } from "../../base/identifiers/identifiers.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { JournalEvent } from "../state/journal-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { LedgerConfig } from "./config.ts";
import type { DecisionTimeAndSeed, TimeSliceHandle } from "./time-slice-handle.ts";

/**
 * Computes a decision. The result depends only on the arguments, on the submission that the
 * function decides, and on the records of overlapping submissions (`overlapping-submissions.ts`).
 * May throw a `StepQuotaSuspension` at the end of its time slice. The ledger then calls the
 * function again, with the same arguments, in the next slice; the function continues the
 * interpretation that is kept for `context.handle`.
 */
export type LedgerDecisionFunction<Outcome> = (
  state: LedgerState,
  context: LedgerDecisionInputs,
) => LedgerDecision<Outcome>;

/** The result of a command: the events to append to the journal, and the outcome. */
export interface LedgerDecision<Outcome> {
  /**
   * The events to append; if empty, nothing is appended. The ledger takes ownership of them and
   * freezes their contents.
   */
  readonly events: readonly JournalEvent[];
  readonly outcome: Outcome;
  /**
   * The definitions of the packages in `packagesAdded` events, except those that the ledger was
   * created with.
   */
  readonly packages?: readonly Package[];
}

/** The caller that requests a decision. */
export interface DecisionCaller {
  /**
   * The user whose queue the decision joins. Without a user, the decision runs after all decisions
   * that were requested before it.
   */
  readonly userId?: UserId | undefined;
  /**
   * Called with the written entry when it is durable, if the store reports sizes. Absent unless
   * calls are observed.
   */
  readonly onWritten?: ((entry: WrittenEntry) => void) | undefined;
}

/** The position and size of a written entry. */
export interface WrittenEntry {
  /** Journal position of the entry; of the last one if the call wrote several. */
  readonly position: number;
  /** Size of the text of all written entries. */
  readonly bytes: number;
}

/** The inputs of a decision other than state and command. */
export interface LedgerDecisionInputs {
  readonly now: Micros;
  /** 32 bytes, derived from the ledger's seed and the journal position. */
  readonly seed: Uint8Array;
  readonly config: LedgerConfig;
  /** Undefined for a decision that must be computed without interruption. */
  readonly handle?: TimeSliceHandle | undefined;
  /** Present if the computation of the decision began on an earlier state. */
  readonly origin?: DecisionTimeAndSeed | undefined;
}

/** A decision that the ledger makes at a certain time, without a request. */
export interface AutomaticDecision {
  /**
   * Returns true if the decision must be made now. Called before every other decision, so it must
   * be fast.
   */
  isDue(state: LedgerState, now: Micros): boolean;
  readonly decide: LedgerDecisionFunction<void>;
}
