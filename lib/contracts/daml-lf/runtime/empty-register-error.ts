import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";

/** Returns DAML_INTERPRETATION_ERROR for code that reads an empty register. */
export const createEmptyRegisterError = (): LedgerError =>
  ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: "Interpretation error: Error: a variable has no value; the package is ill-typed.",
  });
