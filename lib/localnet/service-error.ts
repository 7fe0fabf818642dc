import type { ErrorCategoryName } from "../base/errors/categories.ts";
import { isLedgerError, type LedgerError } from "../base/errors/ledger-error.ts";

/** An error of a Splice service: an HTTP status, and a text for the field `error` of the answer. */
export class ServiceError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const createNotFoundServiceError = (message: string): ServiceError =>
  new ServiceError(404, message);
export const badRequestError = (message: string): ServiceError => new ServiceError(400, message);
export const conflictError = (message: string): ServiceError => new ServiceError(409, message);

/**
 * Codes of failed preconditions that have status 409: errors of interpretation, and
 * NO_CONNECTED_SYNCHRONIZER. Other failed preconditions have status 400.
 */
const codesWithStatus409 = new Set([
  "DAML_FAILURE",
  "UNHANDLED_EXCEPTION",
  "INTERPRETATION_USER_ERROR",
  "TEMPLATE_PRECONDITION_VIOLATED",
  "NO_CONNECTED_SYNCHRONIZER",
]);

const httpStatusByCategory: Partial<Record<ErrorCategoryName, number>> = {
  unauthenticated: 401,
  permissionDenied: 403,
  resourceMissing: 404,
  resourceExists: 409,
  contention: 429,
  transientServerFailure: 503,
  invalidIndependent: 400,
  unsupported: 400,
};

const toHttpStatus = ({ details: { code, category } }: LedgerError): number => {
  if (category === "invalidState") return codesWithStatus409.has(code) ? 409 : 400;
  return httpStatusByCategory[category] ?? 500;
};

/** Converts an error of the ledger to an error of a service. Returns any other error unchanged. */
export const toServiceError = (error: unknown): unknown =>
  isLedgerError(error)
    ? new ServiceError(toHttpStatus(error), `${error.details.code}: ${error.details.cause}`)
    : error;
