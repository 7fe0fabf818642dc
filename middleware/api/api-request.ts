import type { Credentials } from "../auth/authenticator.ts";
import type { Handshake } from "../auth/explain-handshake.ts";
import type { RequestBody } from "../decoding/body.ts";
import type { Reservation } from "../quotas/body-quota.ts";
import type { Reply } from "./reply.ts";
import type { RouteMatch } from "./route-table.ts";

/** A request to an API, whatever it came by: a socket or a call in the same process. */
export interface ApiRequest {
  readonly method: string;
  /** Below the mount, percent-encoded, without the query. */
  readonly path: string;
  /** All that the client asked for, with scheme and host. */
  readonly uri: string;
  /** Without the question mark. */
  readonly query: string;
  /** What method and path mean to the API. */
  readonly route: RouteMatch;
  /** Names in lower case. */
  readonly headers: Headers;
  /** The token that it carries. Raises decode failures of the headers that have one. */
  readonly readToken: () => string | undefined;
  /** Of what came over a WebSocket. */
  readonly handshake?: Handshake & Pick<Credentials, "authorization">;
  readonly delivery: Delivery;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Called at most once. Rejects with decode failures: 413, a broken connection; and with refusals of the reservation. */
  readonly readBody: (reservation: Reservation) => Promise<RequestBody>;
  /**
   * Sends the answer, and tells the log entry of it. Throws or rejects with what the items of a list fail with before anything
   * is sent; then another answer may be written.
   */
  readonly write: (reply: Reply) => void | Promise<void>;
}

/**
 * How the items of a stream are wanted: as one list, which has an end, or each when it comes, for as long
 * as the stream lasts.
 */
export type Delivery = "list" | "live";

export type Headers = Readonly<Record<string, string | string[] | undefined>>;
