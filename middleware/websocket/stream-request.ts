import type { IncomingMessage } from "node:http";

import type { ApiRequest, Headers } from "../api/api-request.ts";
import type { RouteMatch } from "../api/route-table.ts";
import type { RequestBody } from "../decoding/body.ts";
import { authorizationOf } from "./subprotocols.ts";

/** The first message of a WebSocket, as the API sees it: the body of a request. */
export class StreamRequest implements ApiRequest {
  readonly method = "POST";
  readonly delivery = "live";
  /** Parameters bound lists; these have none (ledger-api.md 4.2). */
  readonly query = "";
  readonly path: string;
  readonly route: RouteMatch;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  readonly #message: Uint8Array;

  constructor(
    upgrade: IncomingMessage,
    target: { readonly path: string; readonly route: RouteMatch },
    opened: { readonly message: Uint8Array; readonly signal: AbortSignal },
  ) {
    this.path = target.path;
    this.route = target.route;
    const authorization = authorizationOf(upgrade.headers);
    // Traces are of requests; a stream belongs to none (ledger-api.md 4.2).
    this.headers = authorization === undefined ? {} : { authorization };
    this.signal = opened.signal;
    this.#message = opened.message;
  }

  readBody(): Promise<RequestBody> {
    return Promise.resolve({ kind: "bytes", bytes: this.#message });
  }
}
