import { FairLine, noUser } from "../../base/collections/fair-line.ts";
import { nextLongTurn } from "../../base/scheduling/next-turn.ts";
import { Suspension } from "../../contracts/engine/suspension.ts";
import type { Turns } from "../port/turns.ts";

/**
 * Steps of Daml code that a decision may take when it is first asked for, in the order of the others: some three
 * milliseconds, many times what the commands of published packages take.
 */
const firstSteps = 20_000;

/** Steps of a turn of what takes longer: some seven milliseconds, at most some thirty. */
const stepsOfTurn = 65_536;

/** So many turns are short work. What takes more begins once more, among its like. */
const shortTurns = 8;

/** How many are worked on at once, as each holds what it has made so far. */
const seats = { short: 4, long: 2 };

/** The turns of what was not begun before. */
export const firstSlice = (): Turns => ({
  pace: { steps: firstSteps, beginsAgain: true },
  hasBegun: false,
});

/** The next of these turns, for what comes back with what was made in them. */
export const nextSlice = (turns: Turns): Turns => {
  turns.pace.steps = firstSteps;
  turns.pace.beginsAgain = true;
  return turns;
};

interface Work {
  readonly userId: string | undefined;
  readonly run: (turns: Turns) => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  turns: Turns;
  /** How many turns it took. */
  taken: number;
}

/** What is alike: some of it is worked on, in turn, and the rest waits for a seat. */
class Table {
  readonly #seats: number;
  readonly #seated: Work[] = [];
  readonly #waiting = new FairLine<Work>();

  constructor(seats: number) {
    this.#seats = seats;
  }

  join(work: Work): void {
    this.#waiting.put(work, work.userId ?? noUser);
  }

  leave(work: Work): void {
    this.#seated.splice(this.#seated.indexOf(work), 1);
  }

  /** Whose turn it is in a round of all tables. */
  at(round: number): Work | undefined {
    while (this.#seated.length < this.#seats) {
      const next = this.#waiting.take();
      if (next === undefined) break;
      this.#seated.push(next);
    }
    return this.#seated[round % Math.max(1, this.#seated.length)];
  }
}

/**
 * Works out in turns what takes long, one turn in each round of the platform's loop, so that nothing else waits
 * for longer than a turn (docs/decisions/0028). What is short does not wait for what is long: of each kind a few
 * are worked on in turn, the others begin in the order they came, users in turn.
 */
export class EvaluationScheduler {
  readonly #short = new Table(seats.short);
  readonly #long = new Table(seats.long);
  #isTurning = false;
  #turned = 0;

  /** What `run` gives in the end. It is called again each turn; see {@link Turns}. */
  run<T>(work: (turns: Turns) => T, userId?: string): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#short.join({ userId, run: work, resolve, reject, turns: laterTurns(), taken: 0 });
      if (!this.#isTurning) void this.#turn();
    });
  }

  async #turn(): Promise<void> {
    this.#isTurning = true;
    for (let work = this.#next(); work !== undefined; work = this.#next()) {
      await nextLongTurn();
      this.#goOn(work);
      // What was overdrawn, by what cannot be interrupted, is given back to the others.
      for (let owed = -work.turns.pace.steps; owed > 0; owed -= stepsOfTurn) await nextLongTurn();
    }
    this.#isTurning = false;
  }

  #next(): Work | undefined {
    this.#turned += 1;
    const [first, second] =
      this.#turned % 2 === 0 ? [this.#short, this.#long] : [this.#long, this.#short];
    const round = this.#turned >> 1;
    return first.at(round) ?? second.at(round);
  }

  #goOn(work: Work): void {
    const { turns } = work;
    turns.pace.steps = stepsOfTurn;
    try {
      const value = work.run(turns);
      this.#tableOf(work).leave(work);
      work.resolve(value as never);
    } catch (error) {
      if (error instanceof Suspension) {
        this.#interrupted(work);
      } else {
        this.#tableOf(work).leave(work);
        work.reject(error);
      }
    }
  }

  #interrupted(work: Work): void {
    work.taken += 1;
    if (work.taken !== shortTurns) return;
    this.#short.leave(work);
    // Nothing is held for it while it waits for a seat.
    work.turns = laterTurns();
    this.#long.join(work);
  }

  #tableOf({ taken }: Work): Table {
    return taken < shortTurns ? this.#short : this.#long;
  }
}

const laterTurns = (): Turns => ({ pace: { steps: stepsOfTurn }, hasBegun: false });
