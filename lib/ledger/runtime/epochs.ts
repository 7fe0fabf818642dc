import { ledgerClosedError, ledgerRevertedError } from "./ledger-errors.ts";
import type { ScheduledDecisionQueue } from "./scheduled-decision-queue.ts";

/** The epochs of a ledger. Each revert ends an epoch, and rejects the work that waits in it. */
export class LedgerEpochs {
  /** The number of reverts so far. */
  reverts = 0;
  readonly #timed: ScheduledDecisionQueue;
  /**
   * Created when it is first read, because aborting a signal takes longer than the rest of a
   * revert.
   */
  #controller: AbortController | undefined;

  constructor(timed: ScheduledDecisionQueue) {
    this.#timed = timed;
  }

  /** Aborts when the current epoch ends. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  beginNext(): void {
    const ended = this.#controller;
    this.#controller = undefined;
    this.reverts++;
    this.#timed.abandonAll(ledgerRevertedError);
    ended?.abort(ledgerRevertedError());
  }

  close(): void {
    this.#timed.abandonAll(ledgerClosedError);
    this.#controller ??= new AbortController();
    this.#controller.abort(ledgerClosedError());
  }
}
