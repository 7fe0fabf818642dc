import type { ApiRequest, Headers } from "../api/api-request.ts";
import type { Reply } from "../api/reply.ts";
import type { RouteMatch } from "../api/route-table.ts";
import type { RequestBody } from "../decoding/body.ts";
import { decodeFailure } from "../decoding/decode-failure.ts";
import type { LoggedRequest } from "../log/log-entry.ts";

/** Which stream a WebSocket was opened for, and on whose authority. */
export interface StreamTarget {
  readonly path: string;
  readonly route: RouteMatch;
  readonly token: string | undefined;
  readonly handshake: NonNullable<ApiRequest["handshake"]>;
  /** As it is to stand in a log. */
  readonly logged: LoggedRequest;
}

/** Binary messages are no texts, whatever is in them. */
export type FirstMessage = Uint8Array | "binary";

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
  readonly handshake: StreamTarget["handshake"];
  readonly signal: AbortSignal;
  readonly #token: string | undefined;
  readonly #message: FirstMessage;
  readonly #write: (reply: Reply) => Promise<void>;

  constructor(
    { path, route, token, handshake }: StreamTarget,
    opened: {
      readonly message: FirstMessage;
      readonly signal: AbortSignal;
      readonly write: (reply: Reply) => Promise<void>;
    },
  ) {
    this.path = path;
    this.uri = path;
    this.route = route;
    this.signal = opened.signal;
    this.handshake = handshake;
    this.#token = token;
    this.#message = opened.message;
    this.#write = opened.write;
  }

  write(reply: Reply): Promise<void> {
    return this.#write(reply);
  }

  readToken(): string | undefined {
    return this.#token;
  }

  readBody(): Promise<RequestBody> {
    return this.#message === "binary"
      ? Promise.reject(decodeFailure("body", "expected JSON in a text frame, got a binary frame"))
      : Promise.resolve({ kind: "bytes", bytes: this.#message });
  }
}
