import type { ServerResponse } from "node:http";

import type { ApiRequest, Headers } from "../api/api-request.ts";
import type { RouteMatch } from "../api/route-table.ts";
import { tokenIn } from "../auth/bearer-token.ts";
import type { RequestBody } from "../decoding/body.ts";
import type { Hold } from "../intake/intake.ts";
import { headerValues } from "../node-http/header-values.ts";
import { readBody } from "../node-http/read-body.ts";
import { requestUri } from "../node-http/request-uri.ts";
import type { ExpressExchange, ExpressIncoming } from "./express-middleware.ts";

/** An Express request as the API sees it. */
export class ExpressRequest implements ApiRequest {
  readonly route: RouteMatch;
  readonly delivery = "list";
  readonly #request: ExpressIncoming;
  readonly #response: ServerResponse;
  readonly #bodyLimit: number;
  #signal: AbortSignal | undefined;

  constructor(route: RouteMatch, { request, response }: ExpressExchange, bodyLimit: number) {
    this.route = route;
    this.#request = request;
    this.#response = response;
    this.#bodyLimit = bodyLimit;
  }

  get method(): string {
    return this.#request.method;
  }

  get path(): string {
    return this.#request.path;
  }

  get uri(): string {
    return requestUri(this.#request);
  }

  get query(): string {
    const { url } = this.#request;
    const mark = url.indexOf("?");
    return mark < 0 ? "" : url.slice(mark + 1);
  }

  get headers(): Headers {
    return this.#request.headers;
  }

  readToken(): string | undefined {
    return tokenIn(this.#request.headers, (name) => headerValues(this.#request, name));
  }

  /** Made when somebody asks for it, which most operations do not. */
  get signal(): AbortSignal {
    this.#signal ??= untilClosed(this.#response);
    return this.#signal;
  }

  readBody(hold: Hold): Promise<RequestBody> {
    return readBody(this.#request, this.#bodyLimit, hold);
  }
}

/** Aborts when the client has gone before its answer was written. */
const untilClosed = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController();
  const abort = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) abort();
  else response.once("close", abort);
  return controller.signal;
};
