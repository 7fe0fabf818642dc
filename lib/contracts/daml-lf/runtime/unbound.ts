import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";

/** DAML_INTERPRETATION_ERROR: code reads what nothing was put into. */
export const unbound = (): LedgerError =>
  ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: "Interpretation error: Error: a variable has no value; the package is ill-typed.",
  });
