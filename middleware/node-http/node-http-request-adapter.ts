import type { IncomingMessage, ServerResponse } from "node:http";

import type { ApiRequest, RequestHeaders } from "../api/api-request.ts";
import type { ApiServingContext } from "../api/api-serving-context.ts";
import { addReplyToLog } from "../api/log-reply.ts";
import type { ApiReply } from "../api/reply.ts";
import type { RouteMatch } from "../api/route-table.ts";
import { findBearerToken } from "../auth/bearer-token.ts";
import { absentRequestBody, type UndecodedRequestBody } from "../decoding/body.ts";
import { createBodyTooLargeFailure, createDecodeFailure } from "../decoding/decode-failure.ts";
import { type CallLogEntry, createSentBytesCounter } from "../log/call-log-entry.ts";
import { ReceivedByteBuffer, type RequestBodyReservation } from "../quotas/body-quota.ts";
import { countOpenConnections } from "./count-open-connections.ts";
import { getHeaderValues } from "./header-values.ts";
import { lingerThenClose } from "./linger-then-close.ts";
import type { MountedAppRequest } from "./refuse-request-head.ts";
import { computeRequestUri } from "./request-uri.ts";
import { writeReply } from "./write-reply.ts";

/** A request with its response, and its path and query relative to the router's mount path. */
export interface NodeHttpExchange {
  readonly request: RequestWithParsedBody;
  readonly response: ServerResponse;
  /** Path, percent-encoded, without the query. */
  readonly path: string;
  /** Query without the question mark. */
  readonly query: string;
  readonly route: RouteMatch;
}

type RequestTarget = Pick<NodeHttpExchange, "path" | "query">;

interface NodeRequestOptions {
  /** Maximum length of a body, in bytes. */
  readonly bodyLimit: number;
  readonly host: Pick<ApiServingContext, "responses" | "rules">;
  readonly entry: CallLogEntry | undefined;
}

/** Adapts a request of Node's HTTP server to the interface of the pipeline. */
export class NodeHttpRequestAdapter implements ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly route: RouteMatch;
  readonly headers: RequestHeaders;
  readonly delivery = "list";
  readonly comesBySocket = true;
  readonly #request: RequestWithParsedBody;
  readonly #response: ServerResponse;
  readonly #options: NodeRequestOptions;
  #signal: AbortSignal | undefined = undefined;

  constructor(exchange: NodeHttpExchange, options: NodeRequestOptions) {
    const { request, response, path, query, route } = exchange;
    this.method = request.method ?? "";
    this.path = path;
    this.query = query;
    this.route = route;
    this.headers = request.headers;
    this.#request = request;
    this.#response = response;
    this.#options = options;
  }

  get hasOtherConnections(): boolean {
    return countOpenConnections() > 1;
  }

  get mount(): string {
    return this.#request.baseUrl ?? "";
  }

  get uri(): string {
    return computeRequestUri(this.#request);
  }

  readToken(): string | undefined {
    const { headers } = this.#request;
    if (headers.authorization === undefined && headers["sec-websocket-protocol"] === undefined) {
      return undefined;
    }
    const { findsTokenAtAnyPosition } = this.#options.host.rules;
    return findBearerToken(
      headers,
      (name) => getHeaderValues(this.#request, name),
      findsTokenAtAnyPosition,
    );
  }

  /** Created on demand, because most operations do not use it. */
  get signal(): AbortSignal {
    this.#signal ??= createCloseSignal(this.#response);
    return this.#signal;
  }

  readBody(reservation: RequestBodyReservation): Promise<UndecodedRequestBody> {
    return readRequestBody(this.#request, this.#options.bodyLimit, reservation);
  }

  write(reply: ApiReply): void | Promise<void> {
    const { entry, host } = this.#options;
    const { responses } = host;
    const written =
      entry === undefined
        ? writeReply(this.#response, reply, { responses })
        : writeReply(this.#response, addReplyToLog(reply, entry), {
            sent: createSentBytesCounter(entry),
            responses,
          });
    if (written === undefined) this.#close(reply);
    else return written.then(() => this.#close(reply));
  }

  #close({ status }: ApiReply): void {
    if (!this.#request.complete) lingerThenClose(this.#request);
    this.#options.entry?.end(status);
  }
}

/** Returns a signal that aborts when the client leaves before its response is written. */
const createCloseSignal = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController();
  const abort = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) abort();
  else response.once("close", abort);
  return controller.signal;
};

/**
 * Returns path and query relative to the mount path. Drops scheme and host of an absolute-form target.
 */
export const readRequestTarget = ({ url: target = "" }: IncomingMessage): RequestTarget => {
  const url = target.startsWith("/")
    ? target
    : target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  const mark = url.indexOf("?");
  return mark < 0
    ? { path: url, query: "" }
    : { path: url.slice(0, mark), query: url.slice(mark + 1) };
};

/** A request whose body the host's parser may have read. */
export interface RequestWithParsedBody extends MountedAppRequest {
  readonly body?: unknown;
}

/**
 * Reads the body from the stream, or returns what the host's body parser produced: an object, a
 * text or a Buffer. If the stream was read but `body` is undefined, the body is absent. The bytes are not
 * decompressed, regardless of the headers, as on a participant. Rejects with the reservation's error,
 * or with a decode failure above `limit` bytes; the remaining bytes are dropped.
 */
export const readRequestBody = (
  request: RequestWithParsedBody,
  limit: number,
  reservation: RequestBodyReservation,
): Promise<UndecodedRequestBody> =>
  new Promise((resolve, reject) => {
    if (request.readableDidRead) return resolve(bodyFromHostParser(request.body));
    const announced = Number(request.headers["content-length"] ?? 0);
    reservation.requireWithinLimit(announced);
    if (announced > limit) throw createBodyTooLargeFailure(limit);
    const received = new ReceivedByteBuffer();
    const refuse = (error: unknown): void => {
      request.off("data", take);
      received.clear();
      reject(error instanceof Error ? error : new Error(String(error)));
      request.resume();
    };
    const take = (chunk: Buffer): void => {
      try {
        reservation.reserveBytes(chunk.length);
        if (received.length + chunk.length > limit) throw createBodyTooLargeFailure(limit);
        received.add(chunk);
      } catch (error) {
        refuse(error);
      }
    };
    reservation.onRefused(refuse);
    request.on("data", take);
    request.on("end", () => resolve({ kind: "bytes", bytes: received.bytes }));
    request.on("error", () =>
      reject(createDecodeFailure("body", "the connection closed before the body was complete")),
    );
  });

const bodyFromHostParser = (body: unknown): UndecodedRequestBody => {
  if (body === undefined) return absentRequestBody;
  return body instanceof Uint8Array
    ? { kind: "bytes", bytes: body }
    : { kind: "parsed", value: body };
};
