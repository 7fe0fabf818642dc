import type { Micros } from "../../ground/identifiers/identifiers.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { AdjustableClock } from "./adjustable-clock.ts";

/**
 * Rings when the clock reaches a time at which the ledger assigns what is in flight; once for each such
 * time. It may ring for nothing, when somebody else was faster. A clock that stands still rings when it
 * is moved; one that is the machine's needs a timer, which keeps no process alive.
 */
export class AssignmentAlarm {
  readonly #clock: AdjustableClock;
  readonly #ring: () => void;
  #due: LedgerState["assignmentsDue"] | undefined;
  #setTo: Micros | undefined;
  #rungAt: Micros | undefined;
  #off = new AbortController();

  constructor(clock: AdjustableClock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** To be called with every state. O(1) while nothing is unassigned or assigned. */
  watch({ assignmentsDue }: LedgerState): void {
    if (assignmentsDue === this.#due) return;
    this.#due = assignmentsDue;
    this.#set();
  }

  /** To be called when the clock may have gone back. */
  reset(): void {
    this.#off.abort();
    this.#setTo = undefined;
    this.#rungAt = undefined;
    this.#due = undefined;
  }

  #set(): void {
    const next = this.#next();
    if (next === undefined || (this.#setTo !== undefined && this.#setTo <= next)) return;
    this.#off.abort();
    this.#off = new AbortController();
    this.#setTo = next;
    // It rejects when it is set anew and when the ledger closes: then there is nothing to ring for.
    this.#clock.reachedInBackground(next, this.#off.signal).then(
      () => this.#reached(next),
      () => undefined,
    );
  }

  #reached(time: Micros): void {
    this.#rungAt = time;
    this.#setTo = undefined;
    this.#ring();
    this.#set();
  }

  /** Where nobody can assign, what is due stays so: it is passed over. */
  #next(): Micros | undefined {
    for (const { at } of this.#due?.values() ?? []) {
      if (this.#rungAt === undefined || at > this.#rungAt) return at;
    }
    return undefined;
  }
}
