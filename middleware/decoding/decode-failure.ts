import {
  explainSchemaMismatches,
  type SchemaMismatch,
  type SchemaMismatches,
} from "./explain-mismatch.ts";

/** The part of a request that could not be read. */
export type UnreadableRequestPart =
  "body" | `query parameter ${string}` | `path parameter ${string}` | `header ${string}`;

/** Error for a request that cannot be read, as opposed to one that is read and rejected. */
export class RequestDecodeFailure extends Error {
  override readonly name = "RequestDecodeFailure";
  readonly part: UnreadableRequestPart;
  /** Place and expectation; undefined if there is nothing to add. */
  readonly reason: string | undefined;
  readonly status: 400 | 413 | 500;
  /** The first part of the body that violates its schema, if that is the failure. */
  readonly mismatch: SchemaMismatch | undefined;

  constructor(
    part: UnreadableRequestPart,
    reason: string | undefined,
    status: 400 | 413 | 500,
    mismatch?: SchemaMismatch,
  ) {
    super(reason === undefined ? part : `${part}: ${reason}`);
    this.part = part;
    this.reason = reason;
    this.status = status;
    this.mismatch = mismatch;
  }
}

export const createDecodeFailure = (
  part: UnreadableRequestPart,
  reason?: string,
): RequestDecodeFailure => new RequestDecodeFailure(part, reason, 400);

/** Returns the failure of a body that does not match its schema. */
export const createSchemaMismatchFailure = (mismatches: SchemaMismatches): RequestDecodeFailure =>
  new RequestDecodeFailure("body", explainSchemaMismatches(mismatches), 400, mismatches[0]);

/** Returns status 413 for a body of more than `limit` bytes. */
export const createBodyTooLargeFailure = (limit: number): RequestDecodeFailure =>
  new RequestDecodeFailure("body", `more than ${limit} bytes`, 413);

/** Returns status 413 for a body with more values than are processed at once. */
export const createTooManyValuesFailure = (max: number): RequestDecodeFailure =>
  new RequestDecodeFailure(
    "body",
    `more than ${max} values in lists and objects. Send less at once`,
    413,
  );

/**
 * Returns the same failure with status 500: a participant treats a long body that is not JSON as
 * its own failure.
 */
export const toBodyTooLongServerFailure = ({
  part,
  reason,
}: RequestDecodeFailure): RequestDecodeFailure => new RequestDecodeFailure(part, reason, 500);
