import type { ApiRequest, Headers } from "../api/api-request.ts";
import type { RouteMatch } from "../api/route-table.ts";
import type { RequestBody } from "../decoding/body.ts";
import type { LoggedRequest } from "../log/log-entry.ts";

/** Which stream a WebSocket was opened for, and on whose authority. */
export interface StreamTarget {
  readonly path: string;
  readonly route: RouteMatch;
  readonly token: string | undefined;
  /** As it is to stand in a log. */
  readonly logged: LoggedRequest;
}

/** The first message of a WebSocket, as the API sees it: the body of a request. */
export class StreamRequest implements ApiRequest {
  readonly method = "POST";
  readonly delivery = "live";
  /** Parameters bound lists; these have none (ledger-api.md 4.2). */
  readonly query = "";
  readonly path: string;
  readonly uri: string;
  readonly route: RouteMatch;
  /** Traces are of requests; a stream belongs to none (ledger-api.md 4.2). */
  readonly headers: Headers = {};
  readonly signal: AbortSignal;
  readonly #token: string | undefined;
  readonly #message: Uint8Array;

  constructor(
    { path, route, token }: StreamTarget,
    opened: { readonly message: Uint8Array; readonly signal: AbortSignal },
  ) {
    this.path = path;
    this.uri = path;
    this.route = route;
    this.signal = opened.signal;
    this.#token = token;
    this.#message = opened.message;
  }

  readToken(): string | undefined {
    return this.#token;
  }

  readBody(): Promise<RequestBody> {
    return Promise.resolve({ kind: "bytes", bytes: this.#message });
  }
}
