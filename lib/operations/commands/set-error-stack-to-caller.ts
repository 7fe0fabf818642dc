import { isLedgerError } from "../../base/errors/ledger-error.ts";

/**
 * Replaces the stack of a ledger error by that of the code that called `called`, an async function
 * that is still running. Most errors are raised by the queue of decisions, so their own stack does
 * not contain the caller. Keeps the error's own stack if the caller does not await the function,
 * because then the caller is unknown.
 */
export const setErrorStackToCaller = (
  error: unknown,
  called: (...args: never[]) => unknown,
): void => {
  // Some browsers do not have this function.
  if (!isLedgerError(error) || !("captureStackTrace" in Error)) return;
  const caller: { readonly stack?: string } = {};
  Error.captureStackTrace(caller, called);
  if (caller.stack?.includes("\n") === true) Error.captureStackTrace(error, called);
};
