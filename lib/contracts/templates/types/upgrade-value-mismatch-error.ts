import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import type { Value } from "../../../base/values/value.ts";

/** Returns the error for a value that this version of the package cannot read (daml-lf.md 18.3). */
export const upgradeValueMismatchError = (
  expected: string,
  value: Value | undefined,
): LedgerError =>
  ledgerError("INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED", {
    cause: `A value of kind ${value?.kind ?? "none"} was found where this version of the package expects ${expected}.`,
  });
