import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { Ledger } from "./ledger.ts";

/**
 * The calls of a program that change a ledger and have not settled. `useLedger` records them to find
 * calls that a test does not await.
 */
export class UnsettledCalls {
  /** True if the calls are recorded; false by default. If it is true, call {@link record}. */
  isRecorded = false;
  /** The errors of the calls with a name, oldest first. */
  readonly #named = new Set<LedgerError>();
  /** The errors of all decisions; a named call may have requested them. */
  readonly #unnamed = new Set<LedgerError>();

  /**
   * Records a call until its promise settles, with the current stack. Call it before the method
   * returns, so that the stack contains the caller. Returns the promise for the caller: it has one
   * reaction, because otherwise V8 omits async callers from the stacks of errors.
   */
  record<Result>(call: Promise<Result>, name?: string): Promise<Result> {
    const errors = name === undefined ? this.#unnamed : this.#named;
    const error = notAwaitedError(name);
    errors.add(error);
    return call.finally(() => errors.delete(error));
  }

  /** Returns the error of the first unsettled call, with the stack of the call, if there is one. */
  findError(): LedgerError | undefined {
    const [first] = [...this.#named, ...this.#unnamed];
    return first;
  }
}

const notAwaitedError = (name = "an operation that changes the ledger"): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause:
      `The test has ended, but ${name} has no result yet. Add \`await\` before the call; ` +
      "if an assertion gets its promise, add `await` before the assertion.",
  });

const unsettledCallsByLedger = new WeakMap<Ledger, UnsettledCalls>();

/** Returns the unsettled calls of this ledger. Forks have separate ones. */
export const getUnsettledCalls = (ledger: Ledger): UnsettledCalls => {
  let calls = unsettledCallsByLedger.get(ledger);
  if (calls === undefined) {
    calls = new UnsettledCalls();
    unsettledCallsByLedger.set(ledger, calls);
  }
  return calls;
};
