import { nextTurn } from "./next-turn.ts";
import { WaitingLine, type Waits } from "./waiting-line.ts";

/** For so long somebody does at once what is long as a whole and short in each of its pieces, in milliseconds. */
export const sliceMillis = 4;

/** When all who do so have taken so long together, in milliseconds, the loop goes round before anybody else begins. */
const roundMillis = 8;

const line = new WaitingLine(nextTurn);
const oneRound = { rounds: 1, areOwed: false };

let spent = 0;
let isAnother = true;

/** Counts what somebody did of a slice, in milliseconds. */
export const countSlice = (millis: number): void => {
  spent += millis;
  if (!isAnother) return;
  isAnother = false;
  void nextTurn().then(() => {
    spent = 0;
    isAnother = true;
  });
};

/** Undefined where a slice may begin at once; else resolves when it may, and rejects with the reason of the signal. */
export const beforeSlice = (waits: Waits = {}): Promise<void> | undefined =>
  line.isEmpty && spent < roundMillis ? undefined : nextSlice(waits);

/**
 * Resolves when somebody's next slice may begin: once the loop has gone round, and once more for each that waits before. So who
 * asks for something short waits for one slice, not for one of each, however many there are.
 */
export const nextSlice = (waits: Waits = {}): Promise<void> => line.wait(waits, oneRound);

/** Pieces of work that are made in slices. */
export class Slices {
  readonly #waits: Waits;
  #since = performance.now();
  #millis = 0;

  constructor(waits: Waits = {}) {
    this.#waits = waits;
  }

  /** Whether it is time for others. To be asked after each piece. */
  isOver(): boolean {
    const now = performance.now();
    const millis = now - this.#since;
    this.#since = now;
    this.#millis += millis;
    countSlice(millis);
    return this.#millis >= sliceMillis;
  }

  /** What was done or waited for since the last piece was not its own, or is counted by whose it was. */
  goOn(): void {
    this.#since = performance.now();
  }

  async next(): Promise<void> {
    await nextSlice(this.#waits);
    this.#millis = 0;
    this.goOn();
  }
}
