import { closedError } from "./ledger-errors.ts";
import { type GivenWay, SerialQueue } from "./serial-queue.ts";

/** The queue of a ledger, which takes nothing more once the ledger is closed. */
export class LedgerQueue extends SerialQueue {
  #closed = false;

  get isClosed(): boolean {
    return this.#closed;
  }

  override run<Result>(
    job: () => Promise<Result | GivenWay<Result>>,
    userId?: string,
  ): Promise<Result> {
    return this.#closed ? Promise.reject(closedError()) : super.run(job, userId);
  }

  /** Runs the last job; see {@link runLast}. Rejects with SERVICE_NOT_RUNNING when it was closed before. */
  close(job: () => Promise<void>, giveUp: () => void): Promise<void> {
    if (this.#closed) return Promise.reject(closedError());
    const closing = this.runLast(job, giveUp);
    this.#closed = true;
    return closing;
  }
}
