import { assertSameLibraryCopy, findOptionFault, type OptionChecks } from "../../lib/internal.ts";

/**
 * Throws a TypeError for common mistakes of JavaScript hosts: a ledger that was not awaited, a
 * missing `auth`, a misspelt option. Without the check they would cause unrelated errors later.
 */
export const requireLedgerAndOptions = (
  ledger: unknown,
  options: unknown,
  checks: OptionChecks,
): void => {
  requireLedgerArgument(ledger);
  if (typeof options !== "object" || options === null) {
    throw new TypeError('The option auth is required: keys, or "disabled".');
  }
  requireValidOptions(options, checks);
};

/**
 * Throws a TypeError for a value that is not a ledger. For functions whose options all have
 * defaults.
 */
export const requireLedgerArgument = (ledger: unknown): void => {
  if (typeof ledger !== "object" || ledger === null || !("state" in ledger)) {
    const isPromise = ledger instanceof Promise;
    throw new TypeError(
      `Expected a ledger: await createLedger()${isPromise ? "; this is a promise of one" : ""}.`,
    );
  }
  assertSameLibraryCopy(ledger, "The ledger");
};

/** Throws a TypeError for an unknown option, or one with a value of the wrong kind. */
export const requireValidOptions = (options: unknown, checks: OptionChecks): void => {
  const fault = findOptionFault(options, checks);
  if (fault !== undefined) throw new TypeError(fault.cause);
};
