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
  /** The time of the first one; undefined if none waits. */
  earliest: Micros | undefined = undefined;
  #waiting: TimedDecision[] = [];

  add(decision: TimedDecision): void {
    const after = this.#waiting.findLastIndex(({ time }) => time <= decision.time);
    this.#waiting.splice(after + 1, 0, decision);
    this.earliest = this.#waiting[0]?.time;
  }

  /** Removes and returns the first that is due. */
  takeDue(now: Micros): TimedDecision | undefined {
    if (this.earliest === undefined || this.earliest > now) return undefined;
    const first = this.#waiting.shift();
    this.earliest = this.#waiting[0]?.time;
    return first;
  }

  abandonAll(error: unknown): void {
    const abandoned = this.#waiting;
    this.#waiting = [];
    this.earliest = undefined;
    for (const { abandon } of abandoned) abandon(error);
  }
}
