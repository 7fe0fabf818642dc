import type { ApiRequest, Headers } from "../api/api-request.ts";
import type { RouteMatch } from "../api/route-table.ts";
import type { RequestBody } from "../decoding/body.ts";

/** Which stream a WebSocket was opened for, and on whose authority. */
export interface StreamTarget {
  readonly path: string;
  readonly route: RouteMatch;
  /** As the header has it. */
  readonly authorization: string | undefined;
}

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
    { path, route, authorization }: StreamTarget,
    opened: { readonly message: Uint8Array; readonly signal: AbortSignal },
  ) {
    this.path = path;
    this.route = route;
    // Traces are of requests; a stream belongs to none (ledger-api.md 4.2).
    this.headers = authorization === undefined ? {} : { authorization };
    this.signal = opened.signal;
    this.#message = opened.message;
  }

  readBody(): Promise<RequestBody> {
    return Promise.resolve({ kind: "bytes", bytes: this.#message });
  }
}
