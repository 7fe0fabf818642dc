import { createInvalidArgumentError } from "../base/errors/argument-error.ts";
import { ledgerError } from "../base/errors/ledger-error.ts";
import { yieldToEventLoop } from "../base/scheduling/yield-to-event-loop.ts";
import { machineTimeSource } from "../ledger/clock/time-sources.ts";

/** The timeout of `daml test` for a script, in milliseconds. */
export const defaultScriptTimeoutMillis = 60_000;

/** The longest delay that a timer accepts, in milliseconds: about 24 days. */
export const maxTimerDelayMillis = 2 ** 31 - 1;

/**
 * The script yields to the event loop after this time, in microseconds. Otherwise, answers that resolve
 * immediately would block the event loop.
 */
const sliceMicros = 10_000n;

/** The timeout of a script. It rejects a question that is not answered in time. */
export class ScriptTimeoutTimer {
  readonly #millis: number;
  readonly #end: bigint;
  readonly #expired: Promise<never>;
  /** Cancels the timer. */
  readonly cancel: () => void;
  #sliceStart = machineTimeSource.now();

  /** Raises INVALID_ARGUMENT for a number that a timer does not accept. */
  constructor(millis: number) {
    if (!(millis >= 1 && millis <= maxTimerDelayMillis)) {
      throw createInvalidArgumentError({
        field: "timeoutMillis",
        expected: `milliseconds from 1 to ${maxTimerDelayMillis}`,
        found: millis,
      });
    }
    this.#millis = millis;
    this.#end = this.#sliceStart + BigInt(Math.round(millis * 1000));
    let expire = (): void => undefined;
    this.#expired = new Promise((_, reject) => {
      expire = () => reject(this.#createTimeoutError());
    });
    // `runWithTimeout` handles the rejection. Without this, it would be unhandled if no question is pending.
    this.#expired.catch(() => undefined);
    this.cancel = machineTimeSource.schedule(millis, expire);
  }

  /** Returns the answer. Rejects with REQUEST_TIME_OUT if the time is over first. */
  async runWithTimeout<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const now = machineTimeSource.now();
    if (now >= this.#end) throw this.#createTimeoutError();
    if (now - this.#sliceStart > sliceMicros) {
      await yieldToEventLoop();
      this.#sliceStart = machineTimeSource.now();
    }
    return Promise.race([ask(), this.#expired]);
  }

  #createTimeoutError(): Error {
    return ledgerError("REQUEST_TIME_OUT", {
      cause: `The script did not end within ${this.#millis / 1000} s.`,
    });
  }
}
