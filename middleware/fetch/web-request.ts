import type { ApiRequest, RequestHeaders } from "../api/api-request.ts";
import { addReplyToLog } from "../api/log-reply.ts";
import type { ApiReply } from "../api/reply.ts";
import type { RouteMatch } from "../api/route-table.ts";
import { findBearerToken } from "../auth/bearer-token.ts";
import type { UndecodedRequestBody } from "../decoding/body.ts";
import { createBodyTooLargeFailure } from "../decoding/decode-failure.ts";
import { type CallLogEntry, createSentBytesCounter } from "../log/call-log-entry.ts";
import { ReceivedByteBuffer, type RequestBodyReservation } from "../quotas/body-quota.ts";
import { convertReplyToFetchResponse } from "./web-response.ts";

/** The parts of a `Request` that an API reads. */
export interface FetchRequestParts {
  readonly method: string;
  readonly url: string;
  /** Headers with names in lower case. */
  readonly headers: RequestHeaders;
  /** Undefined if the request cannot be aborted. */
  readonly signal: AbortSignal | undefined;
  readonly body: string | ReadableStream<Uint8Array> | null;
}

interface RequestTarget {
  readonly path: string;
  readonly query: string;
  readonly route: RouteMatch;
  readonly bodyLimit: number;
  readonly entry: CallLogEntry | undefined;
  readonly findsTokenAtAnyPosition: boolean;
  /** Called with a promise of the response, which rejects if there is no response. */
  readonly respond: (response: Promise<Response>) => void;
}

/** A request of the Fetch standard as the pipeline reads it. */
export class FetchApiRequest implements ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly uri: string;
  readonly route: RouteMatch;
  readonly headers: RequestHeaders;
  readonly delivery = "list";
  readonly #request: FetchRequestParts;
  readonly #target: RequestTarget;
  #signal: AbortSignal | undefined = undefined;

  constructor(request: FetchRequestParts, target: RequestTarget) {
    this.method = request.method;
    this.path = target.path;
    this.query = target.query;
    this.uri = request.url;
    this.route = target.route;
    this.headers = request.headers;
    this.#request = request;
    this.#target = target;
  }

  /** The Fetch standard joins headers of one name. */
  readToken(): string | undefined {
    const valuesOf = (name: string) => [String(this.headers[name] ?? "")];
    return findBearerToken(this.headers, valuesOf, this.#target.findsTokenAtAnyPosition);
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#request.signal ?? new AbortController().signal;
    return this.#signal;
  }

  /**
   * Reads at most as many bytes as the limit, because the request may come over a network to the program that
   * calls this fetch.
   */
  async readBody(reservation: RequestBodyReservation): Promise<UndecodedRequestBody> {
    const { body } = this.#request;
    const bytes =
      typeof body === "string"
        ? this.#encodeBodyText(body, reservation)
        : this.#receiveBody(body, reservation);
    return { kind: "bytes", bytes: bytes instanceof Promise ? await bytes : bytes };
  }

  #encodeBodyText(text: string, reservation: RequestBodyReservation): Uint8Array {
    const bytes = new TextEncoder().encode(text);
    reservation.reserveBytes(bytes.length);
    if (bytes.length > this.#target.bodyLimit) {
      throw createBodyTooLargeFailure(this.#target.bodyLimit);
    }
    return bytes;
  }

  async #receiveBody(
    body: ReadableStream<Uint8Array> | null,
    reservation: RequestBodyReservation,
  ): Promise<Uint8Array> {
    const received = new ReceivedByteBuffer();
    const reader = body?.getReader();
    reservation.onRefused(() => void reader?.cancel().catch(() => undefined));
    for (;;) {
      const { value } = (await reader?.read()) ?? { value: undefined };
      if (value === undefined) break;
      reservation.reserveBytes(value.length);
      received.add(value);
      if (received.length > this.#target.bodyLimit) {
        await reader?.cancel();
        throw createBodyTooLargeFailure(this.#target.bodyLimit);
      }
    }
    reservation.reserveBytes(0);
    return received.bytes;
  }

  async write(reply: ApiReply): Promise<void> {
    const { entry, respond } = this.#target;
    if (reply.kind === "cut") {
      entry?.end(reply.status);
      // A fetch over a network rejects with this error.
      respond(Promise.reject(new TypeError("fetch failed: the connection was cut")));
      return;
    }
    const response = await convertReplyToFetchResponse(
      addReplyToLog(reply, entry),
      this,
      createSentBytesCounter(entry),
    );
    entry?.end(reply.status);
    respond(Promise.resolve(response));
  }
}
