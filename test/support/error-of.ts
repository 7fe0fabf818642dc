import { expect } from "chai";

import { type ErrorDetails, isLedgerError, type LedgerError } from "../../lib/index.ts";

/** Returns the ledger error that `run` throws. Fails the test if it throws nothing or another error. */
export const errorOf = (run: () => unknown): ErrorDetails => {
  try {
    run();
  } catch (error) {
    if (isLedgerError(error)) return error.details;
    throw error;
  }
  return expect.fail("expected a ledger error, nothing was thrown");
};

/** Like {@link errorOf}, for asynchronous work. */
export const rejectionOf = async (work: Promise<unknown>): Promise<ErrorDetails> =>
  (await ledgerErrorOf(work)).details;

/**
 * Returns the ledger error that a promise rejects with; fails the test if it resolves or rejects
 * with something else.
 */
export const ledgerErrorOf = async (work: Promise<unknown>): Promise<LedgerError> => {
  try {
    await work;
  } catch (error) {
    if (isLedgerError(error)) return error;
    throw error;
  }
  return expect.fail("expected a ledger error, the promise resolved");
};
