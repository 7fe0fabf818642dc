import type { ServerResponse } from "node:http";

import type { RequestWithParsedBody } from "../node-http/node-http-request-adapter.ts";

/** A request as Express passes it. */
export interface ExpressIncoming extends RequestWithParsedBody {
  method: string;
  /** URL below the mount path. */
  url: string;
  /** The same URL without the query. */
  readonly path: string;
  /** Full URL of the request. */
  readonly originalUrl?: string;
}

/**
 * A handler for apps of Express 4 and 5. Structural types, because the types of the two versions
 * differ and a program may have neither.
 */
export type ExpressMiddleware = (
  request: ExpressIncoming,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;
