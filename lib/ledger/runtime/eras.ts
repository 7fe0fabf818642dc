import { closedError, revertedError } from "./ledger-errors.ts";
import type { TimedDecisions } from "./timed-decisions.ts";

/** The histories that a ledger has one after the other: each revert ends one, and what waits in it. */
export class Eras {
  readonly #timed: TimedDecisions;
  /** Made when it is first asked for, since to end it costs more than the rest of a revert. */
  #present: AbortController | undefined;
  #reverts = 0;

  constructor(timed: TimedDecisions) {
    this.#timed = timed;
  }

  get present(): AbortSignal {
    this.#present ??= new AbortController();
    return this.#present.signal;
  }

  get reverts(): number {
    return this.#reverts;
  }

  /** Begins the next one: all that waits in the present one is over. */
  begin(): void {
    const ended = this.#present;
    this.#present = undefined;
    this.#reverts++;
    this.#timed.abandonAll(revertedError());
    ended?.abort(revertedError());
  }

  /** None follows. */
  end(): void {
    this.#timed.abandonAll(closedError());
    this.#present ??= new AbortController();
    this.#present.abort(closedError());
  }
}
