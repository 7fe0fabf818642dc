import { optionFault, type OptionForms } from "../../lib/internal.ts";

/**
 * Throws a TypeError where a host, with no compiler to tell it, forgot to await the ledger, or to say who may use it, or misspelt
 * an option: what comes of that otherwise tells of none of it.
 */
export const requireGiven = (ledger: unknown, options: unknown, forms: OptionForms): void => {
  requireLedger(ledger);
  if (typeof options !== "object" || options === null) {
    throw new TypeError('The option auth must be given: keys, or the text "disabled".');
  }
  requireKnown(options, forms);
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

/** Throws a TypeError for an option that there is not, or that has a value of another kind. */
export const requireKnown = (options: unknown, forms: OptionForms): void => {
  const fault = optionFault(options, forms);
  if (fault !== undefined) throw new TypeError(fault.cause);
};
