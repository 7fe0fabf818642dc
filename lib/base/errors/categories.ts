/**
 * Error categories of the ledger API (ledger-api.md 2.3). A category determines the gRPC code,
 * whether a client may retry, and whether clients see the details.
 */
export interface ErrorCategory {
  readonly number: number;
  readonly grpcCode: number;
  readonly retryable: boolean;
  readonly redacted: boolean;
}

const category = (
  number: number,
  grpcCode: number,
  { retryable = false, redacted = false } = {},
): ErrorCategory => ({ number, grpcCode, retryable, redacted });

export const categories = {
  transientServerFailure: category(1, 14, { retryable: true }),
  contention: category(2, 10, { retryable: true }),
  deadlineExceeded: category(3, 4, { retryable: true }),
  internal: category(4, 13, { redacted: true }),
  securityAlert: category(5, 3, { redacted: true }),
  /** Like a security alert, but clients see the details. */
  faultyRequest: category(5, 3),
  unauthenticated: category(6, 16, { redacted: true }),
  permissionDenied: category(7, 7, { redacted: true }),
  invalidIndependent: category(8, 3),
  invalidState: category(9, 9),
  resourceExists: category(10, 6),
  resourceMissing: category(11, 5),
  seekAfterEnd: category(12, 11, { retryable: true }),
  unsupported: category(14, 12, { redacted: true }),
} as const;

export type CategoryName = keyof typeof categories;
