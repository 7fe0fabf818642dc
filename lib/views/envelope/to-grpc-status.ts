import { type ErrorDetails, getErrorCategory } from "../../base/errors/ledger-error.ts";
import { redactedErrorCause, truncateErrorCause } from "./error-body.ts";
import type { FailedCallIdentifiers } from "./error-context.ts";
import { createGrpcErrorDetails, type ProtobufAnyJson } from "./error-details.ts";

/** A gRPC status in completions and interface views. */
export interface StatusJson {
  /** 0 is success. */
  readonly code: number;
  readonly message: string;
  readonly details: readonly ProtobufAnyJson[];
}

export const okGrpcStatus: StatusJson = { code: 0, message: "", details: [] };

/**
 * Returns an error as a gRPC status with the message `CODE(category,id prefix): cause`
 * (ledger-api.md 3.3).
 */
export const toGrpcStatus = (
  details: ErrorDetails,
  identity: FailedCallIdentifiers = {},
): StatusJson => {
  const { number, grpcCode, redacted } = getErrorCategory(details);
  if (redacted) return { code: grpcCode, message: redactedErrorCause, details: [] };
  const id = (identity.traceId ?? identity.correlationId ?? "0").slice(0, 8);
  return {
    code: grpcCode,
    message: `${details.code}(${number},${id}): ${truncateErrorCause(details)}`,
    details: createGrpcErrorDetails(details, identity),
  };
};
