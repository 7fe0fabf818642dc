import { isLedgerError } from "../../base/errors/ledger-error.ts";
import { formatTimestamp } from "../../base/values/time.ts";
import type { TimeSource } from "../../ledger/port/clock.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { WrittenEntry } from "../../ledger/port/ledger-decision.ts";
import { httpStatus } from "../../views/envelope/error-body.ts";
import type { Caller } from "../authorization/caller.ts";
import {
  BoundedCallFactRecorder,
  listFactsDecidingCallOutcome,
  toJournaledCallError,
} from "./bounded-call-fact-recorder.ts";
import type { LedgerCallObservers } from "./ledger-call-observers.ts";

/** Reports calls that the host program makes on its ledger to the observers. */
export class ProgramCallReporter {
  readonly #ledger: Ledger;
  readonly #observers: LedgerCallObservers;
  readonly #time: Pick<TimeSource, "now">;

  constructor(ledger: Ledger, audience: LedgerCallObservers, time: Pick<TimeSource, "now">) {
    this.#ledger = ledger;
    this.#observers = audience;
    this.#time = time;
  }

  /**
   * Runs a method, and reports the call when it has finished. Returns the method's result, and
   * passes its errors on.
   */
  run<Result>(name: string, caller: Caller, method: (caller: Caller) => Result): Result {
    if (!this.#observers.isPresent) return method(caller);
    const trace = new BoundedCallFactRecorder();
    const end = this.#beginCall(name, caller, trace);
    const onWritten = (entry: WrittenEntry): void => void (trace.written = entry);
    try {
      const result = method({ ...caller, factRecorder: trace, onWritten });
      if (result instanceof Promise) {
        result.then(
          () => end(),
          (error: unknown) => end(error),
        );
      } else {
        end();
      }
      return result;
    } catch (error) {
      end(error);
      throw error;
    }
  }

  #beginCall(
    name: string,
    caller: Caller,
    account: BoundedCallFactRecorder,
  ): (error?: unknown) => void {
    const { clock, state } = this.#ledger;
    const begin = this.#time.now();
    const [ledgerTime, before] = [clock.time, state.ledgerEnd];
    return (raised) => {
      const error = raised === undefined ? undefined : toJournaledCallError(raised);
      this.#observers.notifyListeners({
        via: "program",
        method: "CALL",
        path: name,
        query: "",
        operationId: undefined,
        commandId: undefined,
        principal: caller.kind === "user" ? caller.userId : undefined,
        startedAt: formatTimestamp(begin),
        ledgerTime,
        millis: Number(this.#time.now() - begin) / 1000,
        status: toHttpStatus(raised),
        offsets: { before, after: this.#ledger.state.ledgerEnd },
        written: account.written,
        requestBytes: undefined,
        answerBytes: undefined,
        traceId: undefined,
        correlationId: undefined,
        error,
        decidedBy: listFactsDecidingCallOutcome(account, caller, error),
        withheld: account.withheld,
        withholdsMore: account.withholdsMore,
        requestBody: undefined,
        answerBody: undefined,
      });
    };
  }
}

const toHttpStatus = (raised: unknown): number => {
  if (raised === undefined) return 200;
  return isLedgerError(raised) ? httpStatus(raised.details) : 500;
};
