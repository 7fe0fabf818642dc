import { nextTurn } from "./next-turn.ts";

/** So many are done at once, as a rule in less than a millisecond; those that take longest make some hundred. */
const atOnce = 4;

/**
 * Many pieces of work, one after the other, between which the platform's loop goes round now and then. By their number, not by
 * a clock: what others ask for meanwhile comes between the same pieces each time.
 */
export class Stint {
  #done = 0;

  /** One is done. Waits when it is time for others. */
  next(): Promise<void> | undefined {
    this.#done += 1;
    return this.#done % atOnce === 0 ? nextTurn() : undefined;
  }
}
