import { Suspension } from "../../contracts/engine/suspension.ts";
import { nextTurn } from "../../ground/values/next-turn.ts";
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
export const firstTurn = (): Turns => ({ pace: { steps: firstSteps }, hasBegun: false });

/** The next of these turns, for what comes back with what was made in them. */
export const landingTurn = (turns: Turns): Turns => {
  turns.pace.steps = firstSteps;
  return turns;
};

interface Work {
  readonly run: (turns: Turns) => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  turns: Turns;
  /** How many turns it took. */
  taken: number;
  /** Its like. */
  among: Work[];
}

/**
 * Works out in turns what takes long, one turn in each round of the platform's loop, so that nothing else waits
 * for longer than a turn (docs/decisions/0028). What is short does not wait for what is long: of each kind a few
 * are worked on in turn, the others begin in the order they came.
 */
export class Turntable {
  readonly #short: Work[] = [];
  readonly #long: Work[] = [];
  #isTurning = false;
  #turned = 0;

  /** What `run` gives in the end. It is called again each turn; see {@link Turns}. */
  work<T>(run: (turns: Turns) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#short.push({ run, resolve, reject, turns: laterTurns(), taken: 0, among: this.#short });
      if (!this.#isTurning) void this.#turn();
    });
  }

  async #turn(): Promise<void> {
    this.#isTurning = true;
    for (let work = this.#next(); work !== undefined; work = this.#next()) {
      await nextTurn();
      this.#goOn(work);
    }
    this.#isTurning = false;
  }

  #next(): Work | undefined {
    this.#turned += 1;
    const [first, second] =
      this.#turned % 2 === 0 ? [this.#short, this.#long] : [this.#long, this.#short];
    return this.#seated(first) ?? this.#seated(second);
  }

  #seated(waiting: readonly Work[]): Work | undefined {
    const seated = Math.min(waiting.length, waiting === this.#short ? seats.short : seats.long);
    return waiting[(this.#turned >> 1) % Math.max(1, seated)];
  }

  #goOn(work: Work): void {
    const { turns } = work;
    turns.pace.steps = stepsOfTurn;
    try {
      const value = work.run(turns);
      this.#leave(work);
      work.resolve(value as never);
    } catch (error) {
      if (error instanceof Suspension) {
        this.#interrupted(work);
      } else {
        this.#leave(work);
        work.reject(error);
      }
    }
  }

  #interrupted(work: Work): void {
    work.taken += 1;
    if (work.taken !== shortTurns) return;
    this.#leave(work);
    // Nothing is held for it while it waits for a seat.
    work.turns = laterTurns();
    work.among = this.#long;
    this.#long.push(work);
  }

  #leave(work: Work): void {
    work.among.splice(work.among.indexOf(work), 1);
  }
}

const laterTurns = (): Turns => ({ pace: { steps: stepsOfTurn }, hasBegun: false });
