import type { ErrorIdentity } from "../../lib/api.ts";
import type { FailedRequest } from "../errors/failed-request.ts";
import type { Hint } from "../errors/hint.ts";
import type { Reply } from "./reply.ts";

/** How an API answers what goes wrong. With hints where they are given, or the request is. */
export interface ErrorReplies {
  /** For whatever was thrown: total. */
  readonly thrown: (error: unknown, identity: ErrorIdentity, request?: FailedRequest) => Reply;
  /** `uri` is the whole of what was asked for. */
  readonly notFound: (method: string, uri: string, hint?: Hint) => Reply;
  readonly methodNotAllowed: (refused: RefusedMethod, hint?: Hint) => Reply;
  readonly notImplemented: (method: string, path: string) => Reply;
  readonly timedOut: (path: string) => Reply;
}

export interface RefusedMethod {
  readonly method: string;
  readonly path: string;
  /** In capitals. */
  readonly allowed: readonly string[];
}
