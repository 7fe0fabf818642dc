import { invalidArgument } from "../base/errors/argument-error.ts";
import { ledgerError } from "../base/errors/ledger-error.ts";
import { nextTurn } from "../base/scheduling/next-turn.ts";
import { machineTime } from "../ledger/clock/time-sources.ts";

/** As long as `daml test` lets a script take. */
export const defaultTimeoutMillis = 60_000;

/** Some 24 days. */
export const maxTimeoutMillis = 2 ** 31 - 1;

/** Others have their turn after so long: answers that are there already would never let them. */
const turnMicros = 10_000n;

/** How long a script may take: its questions are answered within that, or not at all. */
export class TimeAllowed {
  readonly #millis: number;
  readonly #end: bigint;
  readonly #over: Promise<never>;
  /** Ends the waiting for what will not be answered any more. */
  readonly cancel: () => void;
  #turn = machineTime.now();

  /** Raises INVALID_ARGUMENT for what no timer takes. */
  constructor(millis: number) {
    if (!(millis >= 1 && millis <= maxTimeoutMillis)) {
      throw invalidArgument({
        field: "timeoutMillis",
        expected: `milliseconds from 1 to ${maxTimeoutMillis}`,
        found: millis,
      });
    }
    this.#millis = millis;
    this.#end = this.#turn + BigInt(Math.round(millis * 1000));
    let expire = (): void => undefined;
    this.#over = new Promise((_, reject) => {
      expire = () => reject(this.#error());
    });
    // Who waits for a question notices.
    this.#over.catch(() => undefined);
    this.cancel = machineTime.schedule(millis, expire);
  }

  /** Rejects with REQUEST_TIME_OUT when the time is over before there is an answer. */
  async within<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const now = machineTime.now();
    if (now >= this.#end) throw this.#error();
    if (now - this.#turn > turnMicros) {
      await nextTurn();
      this.#turn = machineTime.now();
    }
    return Promise.race([ask(), this.#over]);
  }

  #error(): Error {
    return ledgerError("REQUEST_TIME_OUT", {
      cause: `The script takes longer than the ${this.#millis / 1000} s that it may.`,
    });
  }
}
