import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { TimeSource } from "../port/clock.ts";

interface StallTimeoutOptions {
  readonly time: TimeSource;
  /** Maximum time without progress, in milliseconds; a stall is noticed after up to twice that. */
  readonly millis: number;
  /** Returns true if something waits for the store. */
  readonly isWaiting: () => boolean;
  readonly onStall: () => void;
}

/** {@link StallTimeout.withHeartbeat} sends heartbeats for this many timeouts at most. */
const heartbeatTimeouts = 10;

/** Watchdog of a ledger's store: calls `onStall` if something waits and nothing has made progress for a time. */
export class StallTimeout {
  readonly #options: StallTimeoutOptions;
  #cancel: (() => void) | undefined;
  #hasProgress = false;

  constructor(options: StallTimeoutOptions) {
    this.#options = options;
  }

  /** Starts the timer unless it runs. One timer serves many jobs: a timer for each would cost more than most jobs. */
  watch(): void {
    if (this.#cancel !== undefined) return;
    this.#hasProgress = false;
    // The timer must not keep a ledger in memory that the host has dropped.
    const self = new WeakRef(this);
    const check = (): void => {
      const timeout = self.deref();
      if (timeout !== undefined) timeout.#check();
    };
    const { time, millis } = this.#options;
    this.#cancel = time.schedule(millis, check, false);
  }

  heartbeat(): void {
    this.#hasProgress = true;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Runs work of a store that reports no progress, with heartbeats while `isAwaited`, until it has taken ten times the timeout. */
  async withHeartbeat(work: () => Promise<void>, isAwaited: () => boolean): Promise<void> {
    const { time, millis } = this.#options;
    // Two heartbeats in each period of the timer.
    let left = 2 * heartbeatTimeouts;
    let cancel = (): void => undefined;
    const beat = (): void => {
      if (isAwaited()) this.heartbeat();
      if (left-- > 0) cancel = time.schedule(millis / 2, beat, false);
    };
    beat();
    try {
      await work();
    } finally {
      cancel();
    }
  }

  /** For the caller of what was sent to the store: it may still happen. */
  stalledError(): LedgerError {
    return ledgerError("REQUEST_TIME_OUT", {
      cause: `${this.#silence}. What was asked for may still happen.`,
    });
  }

  /** For callers of anything else meanwhile: it does not happen. */
  blockedError(): LedgerError {
    return ledgerError("SERVICE_NOT_RUNNING", {
      cause: `${this.#silence}. Nothing is written until it does.`,
      context: { service_name: "store" },
    });
  }

  get #silence(): string {
    return `The store of the ledger has not answered for ${this.#options.millis} milliseconds`;
  }

  #check(): void {
    this.#cancel = undefined;
    if (!this.#options.isWaiting()) return;
    if (this.#hasProgress) this.watch();
    else this.#options.onStall();
  }
}
