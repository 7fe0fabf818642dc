import { FairLine } from "../collections/fair-line.ts";
import { Stint } from "./stint.ts";

/**
 * Work that each begins when it is asked for, as long as few do: of many at once some begin at a time, users in turn, and
 * the platform's loop goes round in between. Nobody waits for the end of what was begun.
 */
export class Doorway {
  readonly #stint = new Stint();
  readonly #line = new FairLine<() => void>();
  #isMoving = false;

  /** Begins `work`, or `later` where it has to wait. */
  pass<Result>(
    work: () => Result | Promise<Result>,
    { userId, later }: { userId: string | undefined; later: () => Result | Promise<Result> },
  ): Result | Promise<Result> {
    if (this.#isMoving) {
      return new Promise<void>((resolve) => this.#line.put(resolve, userId)).then(later);
    }
    try {
      return work();
    } finally {
      const rest = this.#stint.next();
      if (rest !== undefined) void this.#moveOn(rest);
    }
  }

  async #moveOn(rest: Promise<void>): Promise<void> {
    this.#isMoving = true;
    await rest;
    for (let begin = this.#line.take(); begin !== undefined; begin = this.#line.take()) {
      begin();
      await this.#stint.next();
    }
    this.#isMoving = false;
  }
}
