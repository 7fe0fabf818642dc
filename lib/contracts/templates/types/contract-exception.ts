import type { QualifiedName } from "../../../base/identifiers/identifiers.ts";
import { assertQualifiedName } from "./declared-names.ts";

/**
 * A failure that contract code can catch with `attempt` (daml-lf.md 11): `throw new
 * ContractException("Main:InsufficientFunds", "…")`. One that nobody catches ends the submission with
 * DAML_FAILURE and error id `UNHANDLED_EXCEPTION/Main:InsufficientFunds`.
 */
export class ContractException extends Error {
  override readonly name = "ContractException";
  /** `Module:Name`. */
  readonly type: QualifiedName;

  /** Raises INVALID_ARGUMENT for a malformed type. */
  constructor(type: QualifiedName, message: string) {
    super(message);
    assertQualifiedName(type);
    this.type = type;
  }
}

/** By name: two copies of the package may be installed. */
export const isContractException = (error: unknown): error is ContractException =>
  error instanceof Error && error.name === "ContractException" && "type" in error;

/** What an operation throws that has no result: `operation` as in daml-lf.md 9.2. */
export const arithmeticError = (operation: string, ...operands: string[]): ContractException =>
  new ContractException(
    "DA.Exception.ArithmeticError:ArithmeticError",
    `ArithmeticError while evaluating (${[operation, ...operands].join(" ")}).`,
  );

/** What an `ensure` that does not hold throws. */
export const preconditionFailed = (message: string): ContractException =>
  new ContractException("DA.Exception.PreconditionFailed:PreconditionFailed", message);

/** What an assertion that does not hold throws. */
export const assertionFailed = (message: string): ContractException =>
  new ContractException("DA.Exception.AssertionFailed:AssertionFailed", message);
