import { FairLine, noUser } from "../collections/fair-line.ts";

/** Who waits in line, and until when. */
export interface Waits {
  /** Whose other work of the kind it waits for. */
  readonly userId?: string | undefined;
  /** Aborts when nobody wants what it waits for any more: it leaves the line then, with the reason. */
  readonly signal?: AbortSignal | undefined;
}

interface Place {
  readonly rounds: number;
  readonly userId: string;
  /** Undefined when nobody waits there. */
  goOn: (() => void) | undefined;
  /** Whether it is nobody's, and no rounds are owed for it either. */
  isVacant: boolean;
}

/** How often the loop goes round for a place. */
export interface Terms {
  readonly rounds: number;
  /** Whether it does for work that was done, so that others have these rounds even when nobody waits for them. */
  readonly areOwed: boolean;
}

/**
 * Of those who wait one goes on after the other, users in turn, once the platform's loop has gone round as often as it is to for each.
 * Of the process, as its loop is.
 */
export class WaitingLine {
  readonly #nextRound: () => Promise<void>;
  /** The first of them is taken out while the loop goes round for it. */
  #line = new FairLine<Place>();
  /** Places that are not vacant, that of the first included. */
  #waiting = 0;
  #vacant = 0;
  #isMoving = false;

  /** `nextRound` resolves when the loop has gone round. */
  constructor(nextRound: () => Promise<void>) {
    this.#nextRound = nextRound;
  }

  get isEmpty(): boolean {
    return this.#waiting === 0;
  }

  /** Resolves when it is its turn; rejects with the reason of the signal. */
  wait({ userId = noUser, signal }: Waits, { rounds, areOwed }: Terms): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        // Nothing of whoever has gone is held until it would have been its turn.
        place.goOn = undefined;
        if (!areOwed) this.#vacate(place);
        reject(signal?.reason as Error);
      };
      const goOn = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const place: Place = { rounds, userId, goOn, isVacant: false };
      this.#line.put(place, userId);
      this.#waiting += 1;
      if (!this.#isMoving) void this.#moveOn();
      if (signal?.aborted === true) leave();
      else signal?.addEventListener("abort", leave, { once: true });
    });
  }

  async #moveOn(): Promise<void> {
    this.#isMoving = true;
    for (let first = this.#line.take(); first !== undefined; first = this.#line.take()) {
      for (let left = first.rounds; left > 0 && !first.isVacant; left -= 1) await this.#nextRound();
      if (first.isVacant) this.#vacant -= 1;
      else this.#waiting -= 1;
      first.goOn?.();
    }
    this.#isMoving = false;
  }

  #vacate(place: Place): void {
    place.isVacant = true;
    this.#waiting -= 1;
    this.#vacant += 1;
    // Who comes and goes for ever would make the line longer for ever.
    if (this.#vacant * 2 > this.#line.size) this.#closeRanks();
  }

  #closeRanks(): void {
    const closed = new FairLine<Place>();
    for (let place = this.#line.take(); place !== undefined; place = this.#line.take()) {
      if (place.isVacant) this.#vacant -= 1;
      else closed.put(place, place.userId);
    }
    this.#line = closed;
  }
}
