import type { QualifiedName } from "../../../base/identifiers/identifiers.ts";
import { assertQualifiedName } from "./declared-names.ts";

/**
 * A failure that contract code can catch with `attempt` (daml-lf.md 11): `throw new
 * ContractException("Main:InsufficientFunds", "…")`. An uncaught one ends the submission with DAML_FAILURE
 * and error id `UNHANDLED_EXCEPTION/Main:InsufficientFunds`.
 */
export class ContractException extends Error {
  override readonly name = "ContractException";
  /** The exception type, `Module:Name`. */
  readonly type: QualifiedName;

  /** Raises INVALID_ARGUMENT for a malformed type. */
  constructor(type: QualifiedName, message: string) {
    super(message);
    assertQualifiedName(type);
    this.type = type;
  }
}

/** Compares by name, because two copies of the package may be installed. */
export const isContractException = (error: unknown): error is ContractException =>
  error instanceof Error && error.name === "ContractException" && "type" in error;

/**
 * Returns the exception for an arithmetic operation that has no result, such as a division by zero.
 * `operation` is a name from daml-lf.md 9.2.
 */
export const createArithmeticException = (
  operation: string,
  ...operands: string[]
): ContractException =>
  new ContractException(
    "DA.Exception.ArithmeticError:ArithmeticError",
    `ArithmeticError while evaluating (${[operation, ...operands].join(" ")}).`,
  );

/** Returns the exception of a failed `ensure`. */
export const createPreconditionException = (message: string): ContractException =>
  new ContractException("DA.Exception.PreconditionFailed:PreconditionFailed", message);

/** Returns the exception of a failed assertion. */
export const createAssertionFailedException = (message: string): ContractException =>
  new ContractException("DA.Exception.AssertionFailed:AssertionFailed", message);
