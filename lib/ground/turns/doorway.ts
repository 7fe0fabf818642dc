import { Stint } from "./stint.ts";

/**
 * Work that each begins when it is asked for, as long as few do: of many at once some begin at a time, in the order they came, and
 * the platform's loop goes round in between. Nobody waits for the end of what was begun.
 */
export class Doorway {
  readonly #stint = new Stint();
  /** When the last of those who wait has begun, and it is time for the next. */
  #last: Promise<void> | undefined;

  /** Begins `work`, or `later` where it has to wait. */
  pass<Result>(
    work: () => Result | Promise<Result>,
    later: () => Result | Promise<Result>,
  ): Result | Promise<Result> {
    const before = this.#last;
    if (before !== undefined) {
      const result = before.then(later);
      this.#rest(before.then(() => this.#stint.next()));
      return result;
    }
    try {
      return work();
    } finally {
      const rest = this.#stint.next();
      if (rest !== undefined) this.#rest(rest);
    }
  }

  #rest(last: Promise<void>): void {
    const over: Promise<void> = last.then(() => {
      if (this.#last === over) this.#last = undefined;
    });
    this.#last = over;
  }
}
