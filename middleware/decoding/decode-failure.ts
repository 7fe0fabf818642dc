import { explain, type Misfit } from "./explain.ts";

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
  /** What the validator reports, where it is a validator that found it out. */
  readonly misfit: Misfit | undefined;

  constructor(
    part: RequestPart,
    reason: string | undefined,
    status: 400 | 413 | 500,
    misfit?: Misfit,
  ) {
    super(reason === undefined ? part : `${part}: ${reason}`);
    this.part = part;
    this.reason = reason;
    this.status = status;
    this.misfit = misfit;
  }
}

export const decodeFailure = (part: RequestPart, reason?: string): DecodeFailure =>
  new DecodeFailure(part, reason, 400);

/** For a body that does not fit its schema. */
export const misfitFailure = (misfit: Misfit): DecodeFailure =>
  new DecodeFailure("body", explain(misfit), 400, misfit);

/** 413 for a body of more than `limit` bytes. */
export const bodyTooLarge = (limit: number): DecodeFailure =>
  new DecodeFailure("body", `more than ${limit} bytes`, 413);

/** 413 for a body of more values than may be read at once. */
export const tooManyValues = (max: number): DecodeFailure =>
  new DecodeFailure("body", `more than ${max} values in lists and objects. Send less at once`, 413);

/** The same of a body that is not JSON: a participant takes that for a failure of its own. */
export const octetsTooLong = ({ part, reason }: DecodeFailure): DecodeFailure =>
  new DecodeFailure(part, reason, 500);
