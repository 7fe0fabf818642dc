import type { Micros } from "../../base/identifiers/identifiers.ts";
import type { AdjustableClock } from "../clock/adjustable-clock.ts";
import type { LedgerState } from "../state/ledger-state.ts";

/**
 * Calls `onDue` once for each time at which the ledger must assign contracts that are in flight. A
 * client may have assigned them before; then the call has no effect. With a frozen clock, the call
 * happens when the host advances the clock; with a real clock, a timer makes it, which does not
 * keep the process alive.
 */
export class AssignmentTimer {
  readonly #clock: AdjustableClock;
  readonly #onDue: () => void;
  #due: LedgerState["assignmentsDue"] | undefined;
  #timerTime: Micros | undefined;
  #lastCallTime: Micros | undefined;
  /** Cancels the timer; undefined if none is set. */
  #cancel: AbortController | undefined;

  constructor(clock: AdjustableClock, onDue: () => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** Call it with every new state. O(1) unless contracts were unassigned or assigned. */
  onStateChange({ assignmentsDue }: LedgerState): void {
    if (assignmentsDue === this.#due) return;
    this.#due = assignmentsDue;
    this.#setTimer();
  }

  /** Call it when the clock may have gone back. */
  reset(): void {
    this.#cancelTimer();
    this.#lastCallTime = undefined;
    this.#due = undefined;
  }

  #setTimer(): void {
    const next = this.#next();
    if (next === undefined || (this.#timerTime !== undefined && this.#timerTime <= next)) return;
    this.#cancelTimer();
    this.#cancel = new AbortController();
    this.#timerTime = next;
    // The promise rejects when the timer is set again, and when the ledger closes.
    this.#clock.reachedInBackground(next, this.#cancel.signal).then(
      () => this.#onTimerEnd(next),
      () => undefined,
    );
  }

  #cancelTimer(): void {
    this.#cancel?.abort();
    this.#cancel = undefined;
    this.#timerTime = undefined;
  }

  #onTimerEnd(time: Micros): void {
    this.#lastCallTime = time;
    this.#cancel = undefined;
    this.#timerTime = undefined;
    this.#onDue();
    this.#setTimer();
  }

  /**
   * Returns the next due time. Skips times for which `onDue` was already called, because contracts
   * that no party can assign stay due.
   */
  #next(): Micros | undefined {
    for (const { at } of this.#due?.values() ?? []) {
      if (this.#lastCallTime === undefined || at > this.#lastCallTime) return at;
    }
    return undefined;
  }
}

/** Returns true if contracts in flight are due for automatic assignment at this time. O(1). */
export const isAssignmentDue = ({ assignmentsDue }: LedgerState, now: Micros): boolean => {
  if (assignmentsDue.size === 0) return false;
  const [first] = assignmentsDue.values();
  return first !== undefined && first.at <= now;
};
