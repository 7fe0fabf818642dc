import type { Micros, UserId } from "../../base/identifiers/identifiers.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { LedgerEvent } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { LedgerConfig } from "./config.ts";
import type { DecisionOrigin, EvaluationHandle } from "./evaluation-handle.ts";

/**
 * Computes what happens, from its arguments alone. May throw a `Suspension` when its time slice has
 * ended; it is called again with the same arguments for its next slice.
 */
export type Decide<Outcome> = (state: LedgerState, context: DecisionContext) => Decision<Outcome>;

/** The result of a command: the events to append to the journal, and the outcome. */
export interface Decision<Outcome> {
  /**
   * If empty, nothing is appended. The ledger freezes their contents and owns them from then on.
   */
  readonly events: readonly LedgerEvent[];
  readonly outcome: Outcome;
  /**
   * Definitions for the `packagesAdded` events, except for packages that the ledger was created
   * with.
   */
  readonly packages?: readonly Package[];
}

/** The caller that asks for a decision. */
export interface CommitCaller {
  /** Its decisions queue with each other; a decision without a user runs after all earlier ones. */
  readonly userId?: UserId | undefined;
  /** Called with the entry once it is durable, if the store reports sizes; absent unless calls are observed. */
  readonly wrote?: ((entry: WrittenEntry) => void) | undefined;
}

/** The position and size of a written entry. */
export interface WrittenEntry {
  /** Journal position; of the last entry if there are several. */
  readonly position: number;
  /** Size of the text of the entry, or of all entries. */
  readonly bytes: number;
}

/** The inputs of a decision other than state and command. */
export interface DecisionContext {
  readonly now: Micros;
  /** 32 bytes. Different for every journal position; equal for equal seed and position. */
  readonly seed: Uint8Array;
  readonly config: LedgerConfig;
  /** Undefined for a decision that must be computed in one go. */
  readonly handle?: EvaluationHandle | undefined;
  /** Present if the decision was begun on an earlier state. */
  readonly origin?: DecisionOrigin | undefined;
}

/** A decision that is due at a time, without a request. */
export interface DueDecision {
  /** Called before every other decision, so it must be cheap. */
  isDue(state: LedgerState, now: Micros): boolean;
  readonly decide: Decide<void>;
}
