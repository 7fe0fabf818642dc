import { isLedgerError, LedgerError } from "../../../base/errors/ledger-error.ts";
import { isStackOverflow } from "../../../base/errors/out-of-space.ts";
import type { PartialTransaction } from "../../engine/partial-transaction.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import { type ContractException, isContractException } from "../types/contract-exception.ts";
import { unhandledExceptionError } from "../types/failure.ts";
import { convertContractCodeArgumentError } from "./return-values.ts";

/**
 * Runs one root action of a transaction. Determines which failures contract code can catch.
 *
 * Contract code is ordinary TypeScript and may catch any error, but a failed step stays failed.
 * Only `runInScope` can recover from an exception, and no code can recover from an error (daml-lf.md
 * 11.1).
 */
export class RootActionExecution {
  readonly transaction: PartialTransaction;
  #failure: { readonly error: unknown } | undefined;
  #hasEnded = false;

  constructor(transaction: PartialTransaction) {
    this.transaction = transaction;
  }

  /**
   * Runs the root action. Everything that contract code throws becomes a LedgerError: exceptions become
   * DAML_FAILURE, JavaScript errors INTERPRETATION_USER_ERROR, and stack overflows and invalid return
   * values DAML_INTERPRETATION_ERROR.
   */
  run<Result>(action: () => Result): Result {
    try {
      return this.runStep(action);
    } catch (error) {
      throw toLedgerErrorOfContractCode(error);
    } finally {
      this.#hasEnded = true;
    }
  }

  /**
   * Runs a step on the ledger. If an earlier step failed and contract code caught the failure, throws it
   * again.
   */
  runStep<Result>(action: () => Result): Result {
    this.#assertNotFailed();
    try {
      const result = action();
      this.#assertNotFailed();
      return result;
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  }

  /** Runs the body of an exercise. */
  runBody<Result>(body: () => Result): Result {
    const result = body();
    this.#assertNotFailed();
    return result;
  }

  /** Runs `body` in a new scope. An exception rolls the scope back. */
  runInScope<Result>(
    body: () => Result,
    onFailure: (exception: ContractException) => Result,
  ): Result {
    this.#assertNotFailed();
    this.transaction.beginScope();
    try {
      const result = body();
      this.#assertNotFailed();
      this.transaction.endScope();
      return result;
    } catch (error) {
      const exception = this.#catch(error);
      this.runStep(() => this.transaction.rollbackScope());
      return onFailure(exception);
    }
  }

  /** Clears a caught exception and returns it; rethrows errors that cannot be caught. */
  #catch(error: unknown): ContractException {
    const first = this.#failure === undefined ? error : this.#failure.error;
    const fatal = isContractException(first) ? error : first;
    if (!isContractException(fatal)) {
      this.#failure = { error: fatal };
      throw fatal;
    }
    this.#failure = undefined;
    return fatal;
  }

  #assertNotFailed(): void {
    if (this.#hasEnded) throw transactionEndedError();
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}

/** Runs `compute`. Its exceptions become DAML_FAILURE immediately, so contract code cannot catch them. */
export const runWithUncatchableErrors = <Result>(compute: () => Result): Result => {
  try {
    return compute();
  } catch (error) {
    throw isContractException(error) ? unhandledExceptionError(error) : error;
  }
};

/** Returns the error that a client gets for anything that contract code threw. */
export const toLedgerErrorOfContractCode = (thrown: unknown): LedgerError => {
  try {
    return convertThrown(thrown);
  } catch {
    // The object throws when it is read, for example in `toString` or as a proxy.
    return userAbortError("a value that cannot be converted to text");
  }
};

const convertThrown = (thrown: unknown): LedgerError => {
  if (isContractException(thrown)) return unhandledExceptionError(thrown);
  const error = convertContractCodeArgumentError("Contract code", thrown);
  if (isLedgerError(error)) return error;
  if (isStackOverflow(error)) {
    return interpretationError("DAML_INTERPRETATION_ERROR", {
      cause: "Contract code is nested too deeply: the stack is exhausted.",
    });
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  // The stack of the thrown error has the line in the contract code.
  return new LedgerError(userAbortError(text).details, { thrown: error });
};

const userAbortError = (text: string): LedgerError =>
  interpretationError("INTERPRETATION_USER_ERROR", {
    cause: `User abort: ${text}`,
    resources: [["EXCEPTION_TEXT", text]],
  });

const transactionEndedError = (): LedgerError =>
  interpretationError("DAML_INTERPRETATION_ERROR", {
    cause:
      "The transaction has ended. Contract code is synchronous and cannot use the transaction later.",
  });
