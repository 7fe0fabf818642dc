import { isLedgerError } from "../../base/errors/ledger-error.ts";

/**
 * Replaces the stack of a ledger error by the stack of the call of an async function, which must be
 * running. Most errors are raised by the queue of decisions, so their own stack does not contain the
 * caller. Keeps the own stack if the caller is not known, because it does not await the function.
 */
export const showCaller = (error: unknown, called: (...args: never[]) => unknown): void => {
  // Some browsers do not have this function.
  if (!isLedgerError(error) || !("captureStackTrace" in Error)) return;
  const caller: { readonly stack?: string } = {};
  Error.captureStackTrace(caller, called);
  if (caller.stack?.includes("\n") === true) Error.captureStackTrace(error, called);
};
