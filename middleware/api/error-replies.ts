import type { ErrorIdentity } from "../../lib/index.ts";
import type { FailedRequest } from "../errors/hint.ts";
import type { Reply } from "./reply.ts";

/** How an API answers what goes wrong. */
export interface ErrorReplies {
  /** For whatever was thrown: total. With a hint where the request is given. */
  readonly thrown: (error: unknown, identity: ErrorIdentity, request?: FailedRequest) => Reply;
  /** `uri` is the whole of what was asked for. */
  readonly notFound: (method: string, uri: string) => Reply;
  readonly methodNotAllowed: (method: string, path: string, allowed: readonly string[]) => Reply;
  readonly notImplemented: (method: string, path: string) => Reply;
  readonly timedOut: (path: string) => Reply;
}
