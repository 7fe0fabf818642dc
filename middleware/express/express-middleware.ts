import type { ServerResponse } from "node:http";

import type { IncomingRequest } from "../node-http/read-body.ts";

/** A request as Express hands it over. */
export interface ExpressIncoming extends IncomingRequest {
  method: string;
  /** Below the mount path. */
  url: string;
  /** The same without the query. */
  readonly path: string;
  /** As it came, whatever is mounted where. */
  readonly originalUrl?: string;
}

/**
 * What an app of Express 4 or 5 can mount. The types of the two differ, and a program may have neither:
 * who compiles against this package needs none of them.
 */
export type ExpressMiddleware = (
  request: ExpressIncoming,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;
