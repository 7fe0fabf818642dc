/** The part of a request that could not be read. */
export type RequestPart =
  "body" | `query parameter ${string}` | `path parameter ${string}` | `header ${string}`;

/** A request that cannot be read, in contrast to one that is read and refused. */
export class DecodeFailure extends Error {
  override readonly name = "DecodeFailure";
  readonly part: RequestPart;
  /** Where and what was expected; undefined where nothing more is to be said. */
  readonly reason: string | undefined;
  readonly status: 400 | 413 | 500;

  constructor(part: RequestPart, reason: string | undefined, status: 400 | 413 | 500) {
    super(reason === undefined ? part : `${part}: ${reason}`);
    this.part = part;
    this.reason = reason;
    this.status = status;
  }
}

export const decodeFailure = (part: RequestPart, reason?: string): DecodeFailure =>
  new DecodeFailure(part, reason, 400);

/** 413 for a body of more than `limit` bytes. */
export const bodyTooLarge = (limit: number): DecodeFailure =>
  new DecodeFailure("body", `more than ${limit} bytes`, 413);

/** The same of a body that is not JSON: a participant takes that for a failure of its own. */
export const octetsTooLong = ({ part, reason }: DecodeFailure): DecodeFailure =>
  new DecodeFailure(part, reason, 500);
