import type { ErrorIdentity } from "../../lib/api.ts";
import type { FailedRequest } from "../errors/failed-request.ts";
import type { ErrorHint } from "../errors/hint.ts";
import type { Reply } from "./reply.ts";

/**
 * The error responses of an API. They include a hint if the caller passes one, or passes the request to
 * compute it from.
 */
export interface ErrorReplies {
  /** Returns the reply to any thrown value. */
  readonly thrown: (error: unknown, identity: ErrorIdentity, request?: FailedRequest) => Reply;
  /** `uri` is the full URI of the request. */
  readonly notFound: (method: string, uri: string, hint?: ErrorHint) => Reply;
  readonly methodNotAllowed: (refused: RefusedMethod, hint?: ErrorHint) => Reply;
  readonly notImplemented: (method: string, path: string) => Reply;
  readonly timedOut: (path: string) => Reply;
}

export interface RefusedMethod {
  readonly method: string;
  readonly path: string;
  /** Methods in upper case. */
  readonly allowed: readonly string[];
}
