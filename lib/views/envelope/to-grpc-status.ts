import { type ErrorDetails, getCategory } from "../../base/errors/ledger-error.ts";
import { limitCause, redactedCause } from "./error-body.ts";
import type { ErrorIdentity } from "./error-context.ts";
import { errorDetails, type ProtobufAnyJson } from "./error-details.ts";

/** A gRPC status in completions and interface views. */
export interface StatusJson {
  /** 0 is success. */
  readonly code: number;
  readonly message: string;
  readonly details: readonly ProtobufAnyJson[];
}

export const okStatus: StatusJson = { code: 0, message: "", details: [] };

/**
 * Returns an error as a gRPC status with the message `CODE(category,id prefix): cause`
 * (ledger-api.md 3.3).
 */
export const toGrpcStatus = (details: ErrorDetails, identity: ErrorIdentity = {}): StatusJson => {
  const { number, grpcCode, redacted } = getCategory(details);
  if (redacted) return { code: grpcCode, message: redactedCause, details: [] };
  const id = (identity.traceId ?? identity.correlationId ?? "0").slice(0, 8);
  return {
    code: grpcCode,
    message: `${details.code}(${number},${id}): ${limitCause(details)}`,
    details: errorDetails(details, identity),
  };
};
