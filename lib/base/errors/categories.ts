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

const createCategory = (
  number: number,
  grpcCode: number,
  { retryable = false, redacted = false } = {},
): ErrorCategory => ({ number, grpcCode, retryable, redacted });

export const errorCategories = {
  transientServerFailure: createCategory(1, 14, { retryable: true }),
  contention: createCategory(2, 10, { retryable: true }),
  deadlineExceeded: createCategory(3, 4, { retryable: true }),
  internal: createCategory(4, 13, { redacted: true }),
  securityAlert: createCategory(5, 3, { redacted: true }),
  /** Like a security alert, but clients see the details. */
  faultyRequest: createCategory(5, 3),
  unauthenticated: createCategory(6, 16, { redacted: true }),
  permissionDenied: createCategory(7, 7, { redacted: true }),
  invalidIndependent: createCategory(8, 3),
  invalidState: createCategory(9, 9),
  resourceExists: createCategory(10, 6),
  resourceMissing: createCategory(11, 5),
  seekAfterEnd: createCategory(12, 11, { retryable: true }),
  unsupported: createCategory(14, 12, { redacted: true }),
} as const;

export type ErrorCategoryName = keyof typeof errorCategories;
