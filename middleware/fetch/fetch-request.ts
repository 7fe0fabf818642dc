import type { ApiRequest, Headers } from "../api/api-request.ts";
import type { RouteMatch } from "../api/route-table.ts";
import { tokenIn } from "../auth/bearer-token.ts";
import type { RequestBody } from "../decoding/body.ts";
import { bodyTooLarge } from "../decoding/decode-failure.ts";

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

  async readBody(): Promise<RequestBody> {
    const bytes = new Uint8Array(await this.#request.arrayBuffer());
    if (bytes.byteLength > this.#bodyLimit) throw bodyTooLarge(this.#bodyLimit);
    return { kind: "bytes", bytes };
  }
}
