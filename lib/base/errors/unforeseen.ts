import { faultText, type FieldFault } from "./argument-error.ts";
import { type LedgerError, ledgerError } from "./ledger-error.ts";

/** An {@link FieldFault} with, if that says more, a sentence of its own. */
export interface UnforeseenFault extends FieldFault {
  readonly cause?: string;
}

/**
 * The error for an argument that a participant does not foresee, so that it fails over it:
 * LEDGER_API_INTERNAL_ERROR, whose answer has status 500 and tells nothing. What may stand there is told in
 * the hint.
 */
export const unforeseen = ({ cause, ...fault }: UnforeseenFault): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: cause ?? faultText(fault),
    path: fault.field,
    expected: fault.expected,
  });
