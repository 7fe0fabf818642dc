import type { RequestBody } from "./decoding/body.ts";
import type { Route } from "./route-table.ts";

/** A request to an API, whatever it came by: a socket or a call in the same process. */
export interface ApiRequest {
  readonly method: string;
  /** Below the mount, percent-encoded, without the query. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** What method and path mean to the API. */
  readonly route: Route;
  /** Names in lower case. */
  readonly headers: Headers;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Called at most once. Rejects with decode failures: 413, 415, a broken connection. */
  readonly readBody: () => Promise<RequestBody>;
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;
