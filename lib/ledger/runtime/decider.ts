import { Suspension } from "../../contracts/engine/suspension.ts";
import type { Micros } from "../../ground/identifiers/identifiers.ts";
import { nextLongTurn } from "../../ground/scheduling/next-turn.ts";
import { Stint } from "../../ground/scheduling/stint.ts";
import type { Decide, Decision } from "../port/decision.ts";
import { CommitContext } from "./decision-context.ts";
import { DecisionsBeside, type Landing } from "./decisions-beside.ts";
import type { Appended, EntryWriter } from "./entry-writer.ts";
import type { Eras } from "./eras.ts";
import type { Follower } from "./follower.ts";
import { closedError, revertedError } from "./ledger-errors.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import type { LedgerQueue } from "./ledger-queue.ts";
import type { LedgerStates } from "./ledger-states.ts";
import { GivenWay } from "./serial-queue.ts";
import type { TimedDecisions } from "./timed-decisions.ts";

interface DeciderParts {
  readonly parts: LedgerParts;
  readonly queue: LedgerQueue;
  readonly states: LedgerStates;
  readonly eras: Eras;
  readonly timed: TimedDecisions;
  readonly follower: Follower;
  readonly writer: EntryWriter;
}

/** So many decisions that turn out to take long are begun one after the other, some thirty milliseconds. */
const firstTurnsInARow = 8;

/** What is known of a decision that is asked for. */
interface Asked {
  /** Who asks; absent for a trusted caller. */
  readonly userId?: string | undefined;
  /** A time that has come for it; now when absent. */
  readonly time?: Micros | undefined;
  /** Of one that comes back. */
  readonly landing?: Landing | undefined;
}

/** Decides one thing at a time, each on what was decided before. To be called by jobs of the queue. */
export class Decider {
  readonly beside: DecisionsBeside;
  readonly #parts: LedgerParts;
  readonly #queue: LedgerQueue;
  readonly #states: LedgerStates;
  readonly #eras: Eras;
  readonly #timed: TimedDecisions;
  readonly #follower: Follower;
  readonly #writer: EntryWriter;
  #begunBeside = 0;

  constructor(given: DeciderParts) {
    const { parts, queue, states, eras, timed, follower, writer } = given;
    this.#parts = parts;
    this.#queue = queue;
    this.#states = states;
    this.#eras = eras;
    this.#timed = timed;
    this.#follower = follower;
    this.#writer = writer;
    this.beside = new DecisionsBeside({
      ...given,
      land: (decide, landing) => this.decide(decide, { userId: landing.userId, landing }),
    });
  }

  /** As of now, or of a time that has come for this. What takes long gives way to the others. */
  async decide<Outcome>(
    decide: Decide<Outcome>,
    asked: Asked = {},
  ): Promise<Outcome | GivenWay<Outcome>> {
    const { userId, time, landing } = asked;
    const { clock, due } = this.#parts;
    const { reverts } = this.#eras;
    const again = (): Promise<Outcome | GivenWay<Outcome>> => {
      if (this.#eras.reverts !== reverts || this.#follower.isOutdated) throw revertedError();
      return this.decide(decide, asked);
    };
    for (;;) {
      const now = time ?? clock.now();
      // Time comes first: what it brings about has happened when anything else is decided.
      if (time === undefined && this.#timed.isDue(now)) await this.#decideTimed(now);
      if (due.isDue(this.#states.decided, now)) await this.#assignDue(now);
      const state = this.#states.decided;
      const position = state.position + 1;
      const place = this.beside.placeAt(position);
      const context = new CommitContext(place, now, this.#parts, landing);
      let decision: Decision<Outcome>;
      try {
        decision = decide(state, context);
      } catch (error) {
        if (!(error instanceof Suspension)) {
          return this.#onceWritten(this.#states.unwritten, () => raise(error), again);
        }
        const given = this.beside.begin({ decide, userId, state, place, context, landing });
        // Each took all of a first turn, and who only reads does not wait for a queue.
        if (++this.#begunBeside % firstTurnsInARow === 0) await nextLongTurn();
        return given;
      }
      const { events, outcome, packages = [], measured } = decision;
      const appended =
        events.length === 0
          ? this.#states.unwritten
          : await this.#writer.append({ position, events }, packages, measured);
      if (appended !== undefined) return this.#onceWritten(appended, () => outcome, again);
    }
  }

  /** What its clock has brought about by now. */
  async decideDue(): Promise<void> {
    const now = this.#parts.clock.now();
    await this.#decideTimed(now);
    await this.#assignDue(now);
  }

  /** Nobody is told what rests on something that may yet be undone; then it is decided again. */
  #onceWritten<Outcome>(
    { written }: Appended,
    answer: () => Outcome,
    again: () => Promise<Outcome | GivenWay<Outcome>>,
  ): Outcome | GivenWay<Outcome> {
    if (written === undefined) return answer();
    return new GivenWay(
      written.then((isWritten) => {
        if (isWritten) return answer();
        if (this.#queue.isClosed) throw closedError();
        return this.#queue.runAgain(again);
      }),
    );
  }

  async #decideTimed(now: Micros): Promise<void> {
    const stint = new Stint();
    for (;;) {
      const timed = this.#timed.takeDue(now);
      if (timed === undefined) return;
      await timed.run();
      const rest = stint.next();
      if (rest !== undefined) await rest;
    }
  }

  async #assignDue(now: Micros): Promise<void> {
    const { due } = this.#parts;
    while (due.isDue(this.#states.decided, now)) {
      const position = this.#states.decided.position + 1;
      const context = new CommitContext(this.beside.placeAt(position), now, this.#parts);
      const { events } = due.decide(this.#states.decided, context);
      if (events.length === 0 || (await this.#writer.append({ position, events }))) return;
    }
  }
}

const raise = (error: unknown): never => {
  throw error;
};
