import { errorCategories } from "../../../base/errors/categories.ts";
import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import {
  createFailureErrorContext,
  interpretationError,
} from "../../transaction/interpretation-error.ts";
import type { ContractException } from "./contract-exception.ts";

/** A failure that contract code reports to the client (daml-lf.md 9.2, FAIL_WITH_STATUS). */
export interface FailureStatus {
  /** Machine-readable id, such as `my.company/deadline-exceeded`. */
  readonly errorId: string;
  /** Human-readable message. */
  readonly message: string;
  /**
   * `invalidIndependent` if the input is invalid in every state of the ledger, `invalidState` (default)
   * if it is invalid only in the current state.
   */
  readonly category?: "invalidIndependent" | "invalidState";
  /** Additional entries of the error's context. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Returns DAML_FAILURE with the status (ledger-api.md 2.8). */
export const failureStatusError = (status: FailureStatus): LedgerError => {
  const { errorId, message, category = "invalidState", metadata = {} } = status;
  const { number } = errorCategories[category];
  return interpretationError("DAML_FAILURE", {
    cause: `User failure: ${errorId} (error category ${number}): ${message}`,
    context: createFailureErrorContext(Object.entries(metadata), errorId),
    category,
  });
};

/** Returns the error of an uncaught exception (daml-lf.md 11.3). */
export const unhandledExceptionError = ({ type, message }: ContractException): LedgerError =>
  failureStatusError({ errorId: `UNHANDLED_EXCEPTION/${type}`, message });
