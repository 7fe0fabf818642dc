import { categories } from "../../../base/errors/categories.ts";
import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import { failureContext, interpretationError } from "../../transaction/interpretation-error.ts";
import type { ContractException } from "./contract-exception.ts";

/** A failure that contract code reports to the client (daml-lf.md 9.2, FAIL_WITH_STATUS). */
export interface FailureStatus {
  /** For programs, e.g. `my.company/deadline-exceeded`. */
  readonly errorId: string;
  /** For people. */
  readonly message: string;
  /**
   * Whether the input is wrong in any state of the ledger (`invalidIndependent`), or just in this one
   * (`invalidState`, the default).
   */
  readonly category?: "invalidIndependent" | "invalidState";
  /** Further entries of the error's context. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** DAML_FAILURE with the status (ledger-api.md 2.8). */
export const failureError = (status: FailureStatus): LedgerError => {
  const { errorId, message, category = "invalidState", metadata = {} } = status;
  const { number } = categories[category];
  return interpretationError("DAML_FAILURE", {
    cause: `User failure: ${errorId} (error category ${number}): ${message}`,
    context: failureContext(Object.entries(metadata), errorId),
    category,
  });
};

/** What an exception becomes that nobody caught (daml-lf.md 11.3). */
export const unhandledException = ({ type, message }: ContractException): LedgerError =>
  failureError({ errorId: `UNHANDLED_EXCEPTION/${type}`, message });
