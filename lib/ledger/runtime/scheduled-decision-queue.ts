import type { LedgerError } from "../../base/errors/ledger-error.ts";
import type { Micros } from "../../base/identifiers/identifiers.ts";

/** A decision to make at a certain time of the ledger's clock. */
export interface ScheduledDecision {
  readonly time: Micros;
  /** Makes the decision and settles the caller's promise. Never rejects. */
  readonly run: () => void | Promise<void>;
  /** Rejects the caller's promise. */
  readonly abandon: (error: unknown) => void;
}

/**
 * The decisions that wait for their time: the earliest first, and decisions with equal time in the
 * order of the calls.
 */
export class ScheduledDecisionQueue {
  /** The time of the first decision; undefined if none waits. */
  earliest: Micros | undefined = undefined;
  #waiting: ScheduledDecision[] = [];

  add(decision: ScheduledDecision): void {
    const after = this.#waiting.findLastIndex(({ time }) => time <= decision.time);
    this.#waiting.splice(after + 1, 0, decision);
    this.earliest = this.#waiting[0]?.time;
  }

  /** Removes and returns the first decision that is due; undefined if none is. */
  takeDue(now: Micros): ScheduledDecision | undefined {
    if (this.earliest === undefined || this.earliest > now) return undefined;
    const first = this.#waiting.shift();
    this.earliest = this.#waiting[0]?.time;
    return first;
  }

  abandonAll(createError: () => LedgerError): void {
    if (this.#waiting.length === 0) return;
    const error = createError();
    const abandoned = this.#waiting;
    this.#waiting = [];
    this.earliest = undefined;
    for (const { abandon } of abandoned) abandon(error);
  }
}
