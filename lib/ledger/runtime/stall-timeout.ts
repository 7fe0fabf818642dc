import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { TimeSource } from "../port/clock.ts";

interface StallTimeoutOptions {
  readonly time: TimeSource;
  /**
   * Maximum time without progress, in milliseconds. A stall is detected after at most twice that
   * time.
   */
  readonly millis: number;
  /** Returns true if a job or a write waits for the store. */
  readonly isWaiting: () => boolean;
  readonly onStall: () => void;
}

/** {@link StallTimeout.withHeartbeat} sends heartbeats for at most this many timeouts. */
const heartbeatTimeouts = 10;

/**
 * Watchdog of a ledger's store: calls `onStall` if a job or a write waits and there was no progress
 * for the timeout.
 */
export class StallTimeout {
  readonly #options: StallTimeoutOptions;
  #cancel: (() => void) | undefined;
  #hasProgress = false;

  constructor(options: StallTimeoutOptions) {
    this.#options = options;
  }

  /**
   * Starts the timer unless it is running. All jobs share one timer, because a timer for each would
   * take longer than most jobs.
   */
  startTimer(): void {
    if (this.#cancel !== undefined) return;
    this.#hasProgress = false;
    // The timer must not keep a ledger in memory that the host no longer references.
    const self = new WeakRef(this);
    const check = (): void => {
      const timeout = self.deref();
      if (timeout !== undefined) timeout.#check();
    };
    const { time, millis } = this.#options;
    this.#cancel = time.schedule(millis, check, false);
  }

  recordHeartbeat(): void {
    this.#hasProgress = true;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /**
   * Runs work of a store that reports no progress itself. While `isAwaited` returns true, sends
   * heartbeats, for at most ten times the timeout.
   */
  async withHeartbeat(work: () => Promise<void>, isAwaited: () => boolean): Promise<void> {
    const { time, millis } = this.#options;
    // Two heartbeats in each period of the timer.
    let left = 2 * heartbeatTimeouts;
    let cancel = (): void => undefined;
    const beat = (): void => {
      if (isAwaited()) this.recordHeartbeat();
      if (left-- > 0) cancel = time.schedule(millis / 2, beat, false);
    };
    beat();
    try {
      await work();
    } finally {
      cancel();
    }
  }

  /** Returns the error for callers whose entries were sent to the store and may still be written. */
  stalledError(): LedgerError {
    return ledgerError("REQUEST_TIME_OUT", {
      cause: `${this.#stallMessage}. The call may still take effect.`,
    });
  }

  /** Returns the error for callers whose calls were not sent to the store. */
  blockedError(): LedgerError {
    return ledgerError("SERVICE_NOT_RUNNING", {
      cause: `${this.#stallMessage}. The ledger refuses calls that write until the store responds.`,
      context: { service_name: "store" },
    });
  }

  get #stallMessage(): string {
    return `The store of the ledger has not responded for ${this.#options.millis} milliseconds`;
  }

  #check(): void {
    this.#cancel = undefined;
    if (!this.#options.isWaiting()) return;
    if (this.#hasProgress) this.startTimer();
    else this.#options.onStall();
  }
}
