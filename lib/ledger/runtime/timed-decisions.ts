import type { Micros } from "../../ground/identifiers/identifiers.ts";

/** What is to be decided when its time has come. */
export interface TimedDecision {
  readonly time: Micros;
  /** Decides it, and tells who waits for it how it came out. Never rejects. */
  readonly run: () => Promise<void>;
  /** Tells who waits for it that it will not be decided. */
  readonly abandon: (error: unknown) => void;
}

/** What waits for its time: the earliest first, and of one time what came first. */
export class TimedDecisions {
  #waiting: TimedDecision[] = [];

  add(decision: TimedDecision): void {
    const after = this.#waiting.findLastIndex(({ time }) => time <= decision.time);
    this.#waiting.splice(after + 1, 0, decision);
  }

  isDue(now: Micros): boolean {
    const [first] = this.#waiting;
    return first !== undefined && first.time <= now;
  }

  /** The first that is due; it does not wait any more. */
  takeDue(now: Micros): TimedDecision | undefined {
    return this.isDue(now) ? this.#waiting.shift() : undefined;
  }

  abandonAll(error: unknown): void {
    const abandoned = this.#waiting;
    this.#waiting = [];
    for (const { abandon } of abandoned) abandon(error);
  }
}
