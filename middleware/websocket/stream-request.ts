import type { ApiRequest, RequestHeaders } from "../api/api-request.ts";
import type { ApiReply } from "../api/reply.ts";
import type { RouteMatch } from "../api/route-table.ts";
import type { UndecodedRequestBody } from "../decoding/body.ts";
import { createDecodeFailure } from "../decoding/decode-failure.ts";
import type { RequestFactsOnArrival } from "../log/call-log-entry.ts";

/** The stream that a WebSocket was opened for. */
export interface WebSocketStreamTarget {
  readonly path: string;
  readonly route: RouteMatch;
  readonly token: string | undefined;
  readonly handshake: NonNullable<ApiRequest["handshake"]>;
  /** The request for the log. */
  readonly logged: RequestFactsOnArrival;
}

/** Binary messages are refused regardless of their content. */
export type StreamFirstMessage = Uint8Array | "binary";

/** The first message of a WebSocket as a request of the API. */
export class WebSocketStreamRequest implements ApiRequest {
  readonly method = "POST";
  readonly delivery = "live";
  /** Streams have no query parameters: those only limit lists (ledger-api.md 4.2). */
  readonly query = "";
  readonly path: string;
  readonly uri: string;
  readonly route: RouteMatch;
  /** Only requests have traces; streams have none (ledger-api.md 4.2). */
  readonly headers: RequestHeaders = {};
  readonly handshake: WebSocketStreamTarget["handshake"];
  readonly signal: AbortSignal;
  readonly #token: string | undefined;
  readonly #message: StreamFirstMessage;
  readonly #write: (reply: ApiReply) => Promise<void>;

  constructor(
    { path, route, token, handshake }: WebSocketStreamTarget,
    opened: {
      readonly message: StreamFirstMessage;
      readonly signal: AbortSignal;
      readonly write: (reply: ApiReply) => Promise<void>;
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

  write(reply: ApiReply): Promise<void> {
    return this.#write(reply);
  }

  readToken(): string | undefined {
    return this.#token;
  }

  readBody(): Promise<UndecodedRequestBody> {
    return this.#message === "binary"
      ? Promise.reject(
          createDecodeFailure("body", "expected JSON in a text frame, got a binary frame"),
        )
      : Promise.resolve({ kind: "bytes", bytes: this.#message });
  }
}
