import type { ApiRequest, Headers } from "../api/api-request.ts";
import type { RouteMatch } from "../api/route-table.ts";
import { tokenIn } from "../auth/bearer-token.ts";
import type { RequestBody } from "../decoding/body.ts";
import { bodyTooLarge } from "../decoding/decode-failure.ts";
import type { Hold } from "../intake/intake.ts";
import { ReceivedBytes } from "../intake/received-bytes.ts";

/** A request of the Fetch standard as the API sees it. */
export class FetchRequest implements ApiRequest {
  readonly path: string;
  readonly query: string;
  readonly route: RouteMatch;
  readonly headers: Headers;
  readonly delivery = "list";
  readonly #request: Request;
  readonly #bodyLimit: number;

  constructor(
    request: Request,
    target: {
      readonly path: string;
      readonly query: string;
      readonly route: RouteMatch;
      readonly bodyLimit: number;
    },
  ) {
    this.path = target.path;
    this.query = target.query;
    this.route = target.route;
    this.headers = Object.fromEntries(request.headers);
    this.#request = request;
    this.#bodyLimit = target.bodyLimit;
  }

  get uri(): string {
    return this.#request.url;
  }

  get method(): string {
    return this.#request.method;
  }

  /** Of several headers of a name the Fetch standard makes one. */
  readToken(): string | undefined {
    return tokenIn(this.headers, (name) => [this.#request.headers.get(name) ?? ""]);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  /** No more than it may have, as the request may come over a network to whoever calls the fetch. */
  async readBody(hold: Hold): Promise<RequestBody> {
    const received = new ReceivedBytes();
    const body: ReadableStream<Uint8Array> | null = this.#request.body;
    const reader = body?.getReader();
    hold.onRefused(() => void reader?.cancel().catch(() => undefined));
    for (;;) {
      const { value } = (await reader?.read()) ?? { value: undefined };
      if (value === undefined) break;
      hold.take(value.length);
      received.add(value);
      if (received.length > this.#bodyLimit) {
        await reader?.cancel();
        throw bodyTooLarge(this.#bodyLimit);
      }
    }
    hold.take(0);
    return { kind: "bytes", bytes: received.bytes };
  }
}
