import type { Micros } from "../../base/identifiers/identifiers.ts";

/** A decision that waits for its time. */
export interface TimedDecision {
  readonly time: Micros;
  /** Decides it and answers its caller. Never rejects. */
  readonly run: () => void | Promise<void>;
  /** Rejects its caller. */
  readonly abandon: (error: unknown) => void;
}

/** Decisions that wait for their time, the earliest first, and those of one time in the order of the calls. */
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

  /** Removes and returns the first that is due. */
  takeDue(now: Micros): TimedDecision | undefined {
    return this.isDue(now) ? this.#waiting.shift() : undefined;
  }

  abandonAll(error: unknown): void {
    const abandoned = this.#waiting;
    this.#waiting = [];
    for (const { abandon } of abandoned) abandon(error);
  }
}
