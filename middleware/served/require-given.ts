/**
 * Throws a TypeError where a host, with no compiler to tell it, forgot to await the ledger, or to say who may use it: what comes of that
 * otherwise tells of neither.
 */
export const requireGiven = (ledger: unknown, options: unknown): void => {
  requireLedger(ledger);
  if (typeof options !== "object" || options === null) {
    throw new TypeError('The option auth must be given: keys, or the text "disabled".');
  }
};

/** The same where all options have a default. */
export const requireLedger = (ledger: unknown): void => {
  if (typeof ledger !== "object" || ledger === null || !("state" in ledger)) {
    const isPromise = ledger instanceof Promise;
    throw new TypeError(
      `A ledger is expected, as of await createLedger()${isPromise ? "; this is a promise of one" : ""}.`,
    );
  }
};
