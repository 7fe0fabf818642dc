import type { Micros } from "../../base/identifiers/identifiers.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { LedgerEvent } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { LedgerConfig } from "./config.ts";
import type { Departure, Turns } from "./turns.ts";

/**
 * Works out what happens, from nothing but its arguments. May throw a `Suspension` when the turn is over that
 * its context grants it: it is then asked again, with the same arguments, when it is its turn.
 */
export type Decide<Outcome> = (state: LedgerState, context: DecisionContext) => Decision<Outcome>;

/** What a command comes to: the events that are appended to the journal, and the answer. */
export interface Decision<Outcome> {
  /** Nothing is appended when empty. They are the ledger's from then on, which freezes what they hold. */
  readonly events: readonly LedgerEvent[];
  readonly outcome: Outcome;
  /** What `packagesAdded` events among them name, unless the ledger was created with it. */
  readonly packages?: readonly Package[];
  /** Told where the events go, before they are durable, where the ledger is kept in a store that tells sizes; again when it is decided again. */
  readonly measured?: (entry: WrittenEntry) => void;
}

/** What something came to in the journal of a ledger that is kept. */
export interface WrittenEntry {
  /** In the journal; of the last entry, where there are several. */
  readonly position: number;
  /** Of the text of the entry, or of all. */
  readonly bytes: number;
}

/** What a decision may depend on besides state and command. */
export interface DecisionContext {
  readonly now: Micros;
  /** 32 bytes, different for every journal position, the same for the same seed and position. */
  readonly seed: Uint8Array;
  readonly config: LedgerConfig;
  /** Undefined for what is decided in one go. */
  readonly turns?: Turns | undefined;
  /** Of a decision that was begun on another state than it is now made on. */
  readonly departure?: Departure | undefined;
}

/** What happens because its time has come, and not because somebody asks for it. */
export interface DueDecision {
  /** Asked before every other decision, so it has to be cheap. */
  isDue(state: LedgerState, now: Micros): boolean;
  readonly decide: Decide<void>;
}
