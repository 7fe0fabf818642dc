import type { FailedCallIdentifiers } from "../../lib/api.ts";
import type { FailedRequestForHint } from "../errors/failed-request-for-hint.ts";
import type { ErrorHint } from "../errors/hint.ts";
import type { ApiReply } from "./reply.ts";

/**
 * The error responses of an API. They include a hint if the caller passes one, or passes the request to
 * compute it from.
 */
export interface ApiErrorReplyFactory {
  /** Returns the reply to any thrown value. */
  readonly thrown: (
    error: unknown,
    identity: FailedCallIdentifiers,
    request?: FailedRequestForHint,
  ) => ApiReply;
  /** `uri` is the full URI of the request. */
  readonly notFound: (method: string, uri: string, hint?: ErrorHint) => ApiReply;
  readonly methodNotAllowed: (refused: RefusedHttpMethod, hint?: ErrorHint) => ApiReply;
  readonly notImplemented: (method: string, path: string) => ApiReply;
  readonly timedOut: (path: string) => ApiReply;
}

export interface RefusedHttpMethod {
  readonly method: string;
  readonly path: string;
  /** Methods in upper case. */
  readonly allowed: readonly string[];
}
