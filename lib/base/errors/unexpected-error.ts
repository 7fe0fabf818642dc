import { type ArgumentFieldFault, formatArgumentFault } from "./argument-error.ts";
import { type LedgerError, ledgerError } from "./ledger-error.ts";

/** An {@link ArgumentFieldFault}, optionally with a more helpful cause. */
export interface ArgumentFaultWithCause extends ArgumentFieldFault {
  readonly cause?: string;
}

/**
 * Returns the error for an argument for which a participant returns an internal error:
 * LEDGER_API_INTERNAL_ERROR, with status 500 and no details. Only the hint states the accepted
 * values.
 */
export const createInternalErrorForArgument = ({
  cause,
  ...fault
}: ArgumentFaultWithCause): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: cause ?? formatArgumentFault(fault),
    path: fault.field,
    expected: fault.expected,
  });
