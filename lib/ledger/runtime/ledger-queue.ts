import type { LedgerError } from "../../ground/errors/ledger-error.ts";
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

  override get failure(): LedgerError | undefined {
    return this.#closed ? closedError() : super.failure;
  }

  /** Runs the last job; see {@link runLast}. */
  close(job: () => Promise<void>, giveUp: () => void): Promise<void> {
    const closing = this.runLast(job, giveUp);
    this.#closed = true;
    return closing;
  }
}
