import { randomBytes } from "@noble/hashes/utils.js";

import type { Decide } from "../port/decision.ts";
import type { Departure, Turns } from "../port/turns.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { CommitContext, type Place } from "./decision-context.ts";
import type { Eras } from "./eras.ts";
import { closedError, neverSettledError, revertedError } from "./ledger-errors.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import type { LedgerQueue } from "./ledger-queue.ts";
import type { LedgerStates } from "./ledger-states.ts";
import { GivenWay } from "./serial-queue.ts";
import { Turntable } from "./turntable.ts";

/** A decision that comes back. */
export interface Landing {
  readonly userId: string | undefined;
  readonly departure: Departure;
  readonly turns: Turns;
  /** How often it came back and was to be begun once more. */
  readonly round: number;
}

/** A decision that takes longer than a turn: on which state it was begun, where, and as what. */
interface Begun<Outcome> {
  readonly decide: Decide<Outcome>;
  readonly userId: string | undefined;
  readonly state: LedgerState;
  readonly place: Place;
  readonly context: CommitContext;
  /** Of one that has come back before. */
  readonly landing: Landing | undefined;
}

interface DecisionsBesideParts {
  readonly parts: LedgerParts;
  readonly queue: LedgerQueue;
  readonly states: LedgerStates;
  readonly eras: Eras;
  /** Decides, when it is its turn, what comes back. */
  readonly land: <Outcome>(
    decide: Decide<Outcome>,
    landing: Landing,
  ) => Promise<Outcome | GivenWay<Outcome>>;
}

/** How often a decision is begun once more because what it depends on is another by the time it is made. */
const maxRounds = 3;

/** Decisions that take long are made beside the others, in turns (docs/decisions/0028). */
export class DecisionsBeside {
  readonly #parts: LedgerParts;
  readonly #queue: LedgerQueue;
  readonly #states: LedgerStates;
  readonly #eras: Eras;
  readonly #land: DecisionsBesideParts["land"];
  readonly #turntable = new Turntable();
  readonly #made = new Set<Promise<unknown>>();
  /** How many decisions were begun at the position of the journal, in this era, and are made beside the others. */
  #begun = { position: 0, reverts: 0, count: 0 };
  /** Of this process alone. */
  #salt: Uint8Array | undefined;

  constructor({ parts, queue, states, eras, land }: DecisionsBesideParts) {
    this.#parts = parts;
    this.#queue = queue;
    this.#states = states;
    this.#eras = eras;
    this.#land = land;
  }

  /** Ends when those are made that are being made now, whatever became of them. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#made);
  }

  /** Each that is made beside the others has a seed of the position it was begun at. */
  placeAt(position: number): Place {
    const begun = this.#begun;
    const isThere = begun.position === position && begun.reverts === this.#eras.reverts;
    return { position, number: isThere ? begun.count : 0 };
  }

  /** Goes on with a decision beside the others. Raises INTERPRETATION_TIME_EXCEEDED where that does not end. */
  begin<Outcome>(begun: Begun<Outcome>): GivenWay<Outcome> {
    const { place, landing } = begun;
    const round = landing === undefined ? 0 : landing.round + 1;
    if (round > maxRounds) throw neverSettledError();
    const { position, number } = place;
    this.#begun = { position, reverts: this.#eras.reverts, count: number + 1 };
    const made = this.#make({ ...begun, context: this.#apart(begun) }, round);
    this.#made.add(made);
    const isOver = (): void => void this.#made.delete(made);
    made.then(isOver, isOver);
    return new GivenWay(made);
  }

  /** In turns. Rejects when the ledger is closed or reverted meanwhile. */
  workOut<Result>(work: (turns: Turns) => Result, userId?: string): Promise<Result> {
    const { reverts } = this.#eras;
    return this.#turntable.work((turns) => {
      if (this.#queue.isClosed) throw closedError();
      if (this.#eras.reverts !== reverts) throw revertedError();
      return work(turns);
    }, userId);
  }

  /**
   * What is made beside the others may be written at any position. Where other processes write, too, and have the same
   * seed, one of them may have written what it began at the same position: then its seed is no other's.
   */
  #apart({ place, context, landing }: Begun<unknown>): CommitContext {
    if (this.#parts.store.watch === undefined) return context;
    this.#salt ??= randomBytes(32);
    return new CommitContext({ ...place, salt: this.#salt }, context.now, this.#parts, landing);
  }

  /**
   * Makes a decision in turns, on the state that it was begun on, and comes back with it. Where the state is
   * another by then it is made once more, which is soon done as long as what it depends on is the same.
   */
  async #make<Outcome>(
    { decide, userId, state, context }: Begun<Outcome>,
    round: number,
  ): Promise<Outcome> {
    const { reverts } = this.#eras;
    const { undone, unwritten } = this.#states;
    let { turns } = context;
    const decision = await this.workOut((given) => {
      turns = given;
      return decide(state, context.inTurns(given));
    }, userId);
    if (decision.events.length === 0 && undone === this.#states.undone) {
      if ((await unwritten.written) !== false) return decision.outcome;
    }
    const { now, seed } = context.departure ?? context;
    const landing: Decide<Outcome> = (present, presentContext) =>
      present === state ? decision : decide(present, presentContext);
    return this.#queue.run(() => {
      if (this.#eras.reverts !== reverts) throw revertedError();
      return this.#land(landing, { userId, departure: { now, seed }, turns, round });
    }, userId);
  }
}
